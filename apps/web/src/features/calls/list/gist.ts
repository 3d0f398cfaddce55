import type { Call } from '../../../lib/reading/calls.ts';
import { plainText } from '../plain-text.ts';

/**
 * What a call was about in one line: its summary, or else what the agent was asked to do. A summary that says no more
 * than the reason beside it counts as none.
 */
export function gist(
  { summary, instructions }: Pick<Call, 'summary' | 'instructions'>,
  reason: string | null,
): string | null {
  const told = summary === null ? null : firstLine(plainText(summary));
  return told === null || told === reason ? firstLine(instructions ?? '') : told;
}

function firstLine(text: string): string | null {
  const line = text.split('\n').find((each) => each.trim() !== '');
  return line?.trim() ?? null;
}
