import type { Ledger } from '../ledger.ts';
import type { CallRecord } from './record.ts';
import { hasEnded, step } from './state-machine.ts';

/** All calls in the ledger, oldest first. Calls that were live when the lab stopped become failed. */
export function replayCalls(ledger: Ledger): Map<string, CallRecord> {
  const records = new Map<string, CallRecord>();
  for (const entry of ledger.records()) {
    if (entry.kind === 'call') records.set(entry.record.sid, entry.record);
    if (entry.kind === 'call.deleted' && entry.callSid) records.delete(entry.callSid);
  }
  for (const record of records.values()) {
    if (hasEnded(record.status)) continue;
    const at = Date.now();
    const lost = { ...record, ...step(record, { type: 'lost', at }).state, updatedAt: at };
    records.set(record.sid, lost);
    ledger.append(record.sid, { kind: 'call', record: lost });
  }
  return records;
}

/** The calls as they were `ms` ago, newest first. */
export function callsAsOf(ledger: Ledger, ms: number, sid?: string): CallRecord[] {
  const records = new Map<string, CallRecord>();
  for (const entry of sid === undefined ? ledger.records() : ledger.entries(sid)) {
    if (ledger.ageMs(entry) < ms) break;
    if (entry.kind === 'call') records.set(entry.record.sid, entry.record);
    if (entry.kind === 'call.deleted' && entry.callSid) records.delete(entry.callSid);
  }
  return [...records.values()].reverse();
}
