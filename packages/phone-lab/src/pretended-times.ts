import type { LedgerEntry } from './ledger.ts';
import type { PretendedTime } from './pretended-time.ts';

/** By the sid of each call: which time was pretended when it was created. */
export function pretendedTimes(entries: readonly LedgerEntry[]): Map<string, number> {
  const found = new Map<string, number>();
  let set: (PretendedTime & { at: number }) | null = null;
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    if (entry.kind === 'clock') set = { ...entry.time, at };
    if (entry.kind === 'call' && !found.has(entry.record.sid))
      found.set(entry.record.sid, set === null ? at : set.date + (at - set.at) * set.rate);
  }
  return found;
}
