import type { LedgerEntry } from '@parley/phone-lab';
import type { CarrierFact } from './evidence.ts';
import type { FaultyModel } from './faulty-model.ts';
import type { Kill } from './servers.ts';

export interface Strike {
  readonly fault: string;
  readonly times: number;
  /** Calls it touched; null where the fault belongs to no call. */
  readonly calls: number | null;
}
export type Strikes = readonly Strike[];

interface Struck {
  readonly kills: readonly Kill[];
  readonly databaseKills: readonly string[];
  readonly ledger: readonly LedgerEntry[];
  readonly carrier: readonly CarrierFact[];
  readonly model: FaultyModel['struck'];
}

/** What went wrong in a run, and how many calls it met. */
export function strikesOf({ kills, databaseKills, ledger, carrier, model }: Struck): Strikes {
  const upAt = (at: number) =>
    carrier.filter(({ createdAt, endedAt }) => createdAt <= at && (endedAt ?? at) >= at).length;
  const byPlace = Map.groupBy(kills, ({ where }) => where);
  const byKnob = Map.groupBy(
    ledger.filter((entry) => entry.kind === 'fault'),
    ({ knob }) => knob,
  );
  const byVictim = Map.groupBy(databaseKills, (victim) => victim);
  return [
    ...[...byPlace].map(([where, own]) => ({
      fault: `server killed: ${where}`,
      times: own.length,
      calls: own.reduce((sum, { at }) => sum + upAt(at), 0),
    })),
    ...[...byVictim].map(([victim, own]) => ({
      fault: `PostgreSQL killed: ${victim}`,
      times: own.length,
      calls: null,
    })),
    ...[...byKnob].map(([knob, own]) => {
      const sids = new Set(own.flatMap(({ callSid }) => callSid ?? []));
      return { fault: `carrier: ${knob}`, times: own.length, calls: sids.size || null };
    }),
    ...[...model].map(([whim, { times, calls }]) => ({
      fault: `model: ${whim}`,
      times,
      calls: calls.size,
    })),
  ].toSorted((a, b) => a.fault.localeCompare(b.fault));
}
