import type { LedgerEntry } from '@parley/phone-lab';
import type { CarrierFact } from './evidence.ts';
import type { FaultyModel } from './faulty-model.ts';
import type { Kill } from './restarting-server.ts';

export interface InjectedFault {
  readonly fault: string;
  readonly times: number;
  /** Calls it affected; null where the fault belongs to no call. */
  readonly calls: number | null;
}
export type InjectedFaults = readonly InjectedFault[];

interface FaultSources {
  readonly kills: readonly Kill[];
  readonly databaseKills: readonly string[];
  readonly ledger: readonly LedgerEntry[];
  readonly carrier: readonly CarrierFact[];
  readonly model: FaultyModel['injected'];
}

/** The faults injected in a run, and how many calls each affected. */
export function countInjectedFaults({
  kills,
  databaseKills,
  ledger,
  carrier,
  model,
}: FaultSources): InjectedFaults {
  const liveCallsAt = (at: number) =>
    carrier.filter(({ createdAt, endedAt }) => createdAt <= at && (endedAt ?? at) >= at).length;
  const byPlace = Map.groupBy(kills, ({ where }) => where);
  const byKnob = Map.groupBy(
    ledger.filter((entry) => entry.kind === 'fault'),
    ({ knob }) => knob,
  );
  const byTarget = Map.groupBy(databaseKills, (target) => target);
  return [
    ...[...byPlace].map(([where, own]) => ({
      fault: `server killed: ${where}`,
      times: own.length,
      calls: own.reduce((sum, { at }) => sum + liveCallsAt(at), 0),
    })),
    ...[...byTarget].map(([target, own]) => ({
      fault: `PostgreSQL killed: ${target}`,
      times: own.length,
      calls: null,
    })),
    ...[...byKnob].map(([knob, own]) => {
      const sids = new Set(own.flatMap(({ callSid }) => callSid ?? []));
      return { fault: `carrier: ${knob}`, times: own.length, calls: sids.size || null };
    }),
    ...[...model].map(([fault, { times, calls }]) => ({
      fault: `model: ${fault}`,
      times,
      calls: calls.size,
    })),
  ].toSorted((a, b) => a.fault.localeCompare(b.fault));
}
