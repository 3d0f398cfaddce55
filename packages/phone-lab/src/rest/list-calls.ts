import type { CallRecord } from '../call/record.ts';
import { restStatus } from '../call/view.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { RestError } from './errors.ts';
import type { Form } from './form.ts';

/** Twilio's filters for a list of calls. */
export function filterCalls(records: CallRecord[], query: Form): CallRecord[] {
  const to = readNumber(query, 'To');
  const from = readNumber(query, 'From');
  const parent = query.text('ParentCallSid');
  const status = query.text('Status');
  const times = [
    ...dateFilters<CallRecord>(query, 'StartTime', (record) => record.startedAt),
    ...dateFilters<CallRecord>(query, 'EndTime', (record) => record.endedAt),
  ];
  return records.filter(
    (record) =>
      (to === null || record.to === to) &&
      (from === null || record.from === from) &&
      (parent === null || record.parentCallSid === parent) &&
      (status === null || restStatus(record) === status) &&
      times.every((passes) => passes(record)),
  );
}

/** Numbers are normalized as they are when a call is created. */
function readNumber(query: Form, name: string): string | null {
  const given = query.text(name);
  return given === null ? null : (normalizeNumber(given) ?? given);
}

/** Filters `Name`, `Name>` and `Name<` for a date of the listed items. */
export function dateFilters<Item>(
  query: Form,
  name: string,
  dateOf: (item: Item) => number | null,
): ((item: Item) => boolean)[] {
  const filters: ((item: Item) => boolean)[] = [];
  const add = (suffix: string, compare: (at: number, span: Span) => boolean) => {
    const text = query.text(name + suffix);
    if (text === null) return;
    const span = readSpan(name, text);
    filters.push((item) => {
      const at = dateOf(item);
      return at !== null && compare(at, span);
    });
  };
  // Twilio compares whole days here, and the SDKs send a day as its midnight.
  add('', (at, span) => Math.floor(at / dayMs) === Math.floor(span.from / dayMs));
  add('>', (at, span) => at >= span.from);
  add('<', (at, span) => at < span.to);
  return filters;
}

const dayMs = 86_400_000;

interface Span {
  from: number;
  to: number;
}

/** A day, or a second when the time of day is given. */
function readSpan(name: string, text: string): Span {
  const from = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(from)) throw new RestError(400, 20001, `${name} is not a date: ${text}`);
  return { from, to: from + (text.length === 10 ? dayMs : 1000) };
}
