import { setTimeout as delay } from 'node:timers/promises';
import { counted } from '../quiet.ts';
import type { MeasureOptions } from '../report.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import type { StreamLineUp } from './stream-line-up.ts';
import { late } from './stream-samples.ts';

export interface MostCalls {
  readonly calls: number;
  readonly p99: number;
  /** The search ended before the server was at its end. */
  readonly bounded: boolean;
}

const step = 50;
const latestMs = 20;
const settleMs = 1_500;
const seconds = 4;
/** A bad moment of the machine is no end of the server's: it has to happen again. */
const tries = 2;

/** Adds calls until frames arrive too late. */
export async function mostCalls(
  lineUp: StreamLineUp,
  server: ServerUnderTest,
  [first, last]: readonly [number, number],
  log: MeasureOptions['log'],
): Promise<MostCalls> {
  let most: MostCalls = { calls: 0, p99: Number.NaN, bounded: true };
  for (let calls: number = first; calls <= last; calls += step) {
    await lineUp.grow(server, calls);
    const p99 = await bestOf(lineUp, server);
    log(`${server.name} with ${calls} calls: p99 ${p99.toFixed(1)} ms`);
    if (p99 >= latestMs) {
      most = { ...most, bounded: false };
      break;
    }
    most = { calls, p99, bounded: true };
  }
  await lineUp.hangUp(server);
  return most;
}

async function bestOf(lineUp: StreamLineUp, server: ServerUnderTest): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let left = tries; left > 0 && best >= latestMs; left -= 1) {
    await delay(settleMs);
    const slices = counted(await lineUp.measure(server, seconds)).values;
    best = Math.min(best, late(slices, 0.99, 'up', 'down'));
  }
  return best;
}
