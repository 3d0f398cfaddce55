import { setTimeout as delay } from 'node:timers/promises';
import { counted } from '../quiet.ts';
import type { MeasureOptions } from '../report.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import type { StreamCalls } from './stream-calls.ts';
import { latency } from './stream-samples.ts';

export interface MostCalls {
  readonly calls: number;
  readonly p99: number;
  /** The search ended before the server was at its end. */
  readonly bounded: boolean;
}

export interface Search {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly settleMs: number;
}

const step = 25;
const latestMs = 20;
/** One late slice may be the machine's fault, so it has to happen twice. */
const tries = 3;

/** One server and its load. */
export interface Side {
  readonly server: ServerUnderTest;
  readonly load: StreamCalls;
}

/** Adds calls on all sides in turn, on each until frames arrive too late. */
export async function mostCalls(
  sides: readonly Side[],
  search: Search,
  log: MeasureOptions['log'],
): Promise<Record<ServerUnderTest['name'], MostCalls>> {
  const none: MostCalls = { calls: 0, p99: Number.NaN, bounded: true };
  const most = { limit: none, parley: none };
  for (let { from: calls } = search; calls <= search.to; calls += step) {
    const open = sides.filter(({ server }) => most[server.name].bounded);
    for (const { server, load } of open) {
      await load.grow(server, calls);
      const { p99, lag } = await bestOf(load, server, search);
      load.pause();
      const found = most[server.name];
      most[server.name] = p99 < latestMs ? { calls, p99, bounded: true } : { ...found, bounded: false };
      log(
        `${server.name} with ${calls} calls: p99 ${p99.toFixed(1)} ms, the load late by ${lag.toFixed(1)} ms`,
      );
    }
    if (open.length === 0) break;
  }
  return most;
}

async function bestOf(
  load: StreamCalls,
  server: ServerUnderTest,
  { seconds, settleMs }: Search,
): Promise<{ p99: number; lag: number }> {
  let best = { p99: Number.POSITIVE_INFINITY, lag: Number.NaN };
  for (let left = tries; left > 0 && best.p99 >= latestMs; left -= 1) {
    await delay(settleMs);
    const slices = counted(await load.measure(server, seconds)).values;
    const p99 = latency(slices, 0.99, 'up', 'down');
    if (p99 < best.p99) best = { p99, lag: latency(slices, 0.99, 'lag') };
  }
  return best;
}
