import type { CallDirection } from '@parley/contract';
import type { Database, Statement } from './database.ts';

/** Reads the index of calls that are not over: as fast with a million calls as with none. */
const callsActive: Statement = {
  name: 'metrics-calls',
  text: `
    select direction, count(*) as figure from calls
    where status in ('queued', 'initiated', 'ringing', 'in-progress') and mode = 'live' group by direction`,
  values: [],
};

/** The queue counts by itself, every few seconds. */
const jobsWaiting: Statement = {
  name: 'metrics-jobs',
  text: 'select name, ready_count as figure from jobs.queue order by name',
  values: [],
};

export interface ReadFigures {
  readonly callsActive: readonly (readonly [CallDirection, number])[];
  readonly jobsWaiting: readonly (readonly [queue: string, number])[];
}

/** Counts across all organizations, without anything of one of them. */
export async function readDeploymentFigures(database: Database): Promise<ReadFigures> {
  const [calls, jobs] = await Promise.all([
    database.systemRows<{ direction: CallDirection; figure: number }>(callsActive),
    database.systemRows<{ name: string; figure: number }>(jobsWaiting),
  ]);
  const active = (direction: CallDirection) =>
    [direction, calls.find((row) => row.direction === direction)?.figure ?? 0] as const;
  return {
    callsActive: [active('inbound'), active('outbound')],
    jobsWaiting: jobs.map(({ name, figure }) => [name, figure]),
  };
}
