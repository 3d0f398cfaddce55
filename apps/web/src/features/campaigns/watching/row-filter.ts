import { type AttemptResult, attemptResults, type RecipientState, recipientStates } from '@parley/contract';
import type { RowFilter } from './use-watching.ts';

const states = Object.keys(recipientStates) as RecipientState[];
const results = Object.keys(attemptResults) as AttemptResult[];

/** What can be chosen, as it stands in the address. */
export const rowFilters: readonly { value: string; label: string }[] = [
  { value: '', label: 'Everybody' },
  ...states.map((state) => ({ value: state, label: recipientStates[state] })),
  ...results.map((result) => ({ value: `last-${result}`, label: `Last call: ${attemptResults[result]}` })),
];

/** What an address asks for; everybody where it names nothing that is known. */
export function rowFilterOf(value: string): RowFilter {
  const state = states.find((each) => each === value);
  if (state !== undefined) return { state };
  const result = results.find((each) => `last-${each}` === value);
  return result === undefined ? {} : { result };
}
