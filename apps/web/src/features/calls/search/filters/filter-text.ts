import { callReasons, isCallReason } from '@parley/contract';
import { durationText } from '../../../../ui/instant.tsx';
import { resultWords } from '../../call-labels.ts';
import type { FilterValues } from '../filter-values.ts';
import { type FilterKind, listOf } from './filter-kinds.ts';
import type { FilterOptions, Named } from './use-filter-options.ts';

/** What a chip says behind the name of its filter. */
export function filterText(kind: FilterKind, values: FilterValues, options: FilterOptions): string {
  switch (kind) {
    case 'status':
      return someOf(listOf(values.status));
    case 'reason':
      return someOf(
        listOf(values.reason).map((reason) => (isCallReason(reason) ? callReasons[reason] : reason)),
      );
    case 'direction':
      return values.direction === 'inbound' ? 'Inbound' : values.direction === 'outbound' ? 'Outbound' : '';
    case 'agent':
      return someOf(named(values.agent, options.agents));
    case 'version':
      return someOf(listOf(values.version));
    case 'date':
      return range(dayText(values.from), dayText(values.to));
    case 'length':
      return range(secondsText(values.shortest), secondsText(values.longest));
    case 'outcome':
      return outcomeText(values, options);
    case 'result':
      return someOf(listOf(values.result).map((result) => resultWords(result)?.label ?? result));
    case 'template':
      return someOf(named(values.template, options.templates));
    case 'contact':
      return options.contactName ?? 'one contact';
    case 'placedBy':
      return someOf(named(values.placedBy, options.people));
    case 'sandbox':
      return values.sandbox === 'yes' ? 'Sandbox only' : values.sandbox === 'no' ? 'Real calls only' : '';
  }
}

/** Until the names are loaded the ids would only flicker. */
function named(ids: string | undefined, options: readonly Named[] | undefined): string[] {
  return listOf(ids).map((id) =>
    options === undefined ? '…' : (options.find((option) => option.value === id)?.label ?? id),
  );
}

const someOf = (texts: readonly string[]): string =>
  texts.length <= 2 ? texts.join(' or ') : `${texts.slice(0, 2).join(', ')} or ${texts.length - 2} more`;

function range(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? from : `${from} – ${to}`;
  return from !== null ? `from ${from}` : to !== null ? `up to ${to}` : '';
}

/** A day of the address has no time zone, so it is shown as the same day everywhere. */
function dayText(day: string | undefined): string | null {
  if (day === undefined) return null;
  const at = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return at.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
}

function secondsText(seconds: string | undefined): string | null {
  if (seconds === undefined) return null;
  return /^\d+$/.test(seconds) ? durationText(Number(seconds)) : seconds;
}

function outcomeText({ field, value = '' }: FilterValues, { fields }: FilterOptions): string {
  const known = fields?.find(({ id }) => id === field);
  const shown = known?.type === 'yes_no' ? (yesNoWords[value] ?? value) : value;
  return `${known?.label ?? (fields === undefined ? '…' : 'a field')} is ${shown}`;
}

export const yesNoWords: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
