import type { Ledger, LedgerEntry } from '../ledger.ts';
import { LabApiError } from './errors.ts';

/** `callSid`, `kinds` (comma-separated) and `last` (the number of newest entries). */
export function selectEntries(ledger: Ledger, query: URLSearchParams): LedgerEntry[] {
  const kinds = query.get('kinds')?.split(',');
  const last = query.get('last');
  if (last !== null && !/^[1-9]\d*$/.test(last))
    throw new LabApiError(400, 'invalid_last', 'last is a whole number.');
  const entries = ledger
    .entries(query.get('callSid') ?? undefined)
    .filter((entry) => !kinds || kinds.includes(entry.kind));
  return last === null ? entries : entries.slice(-Number(last));
}
