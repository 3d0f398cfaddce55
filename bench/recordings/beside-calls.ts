import { setTimeout as delay } from 'node:timers/promises';
import { counted, type Slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { sum } from '../statistics.ts';
import { atMost, beside, percent } from '../voice/figures.ts';
import type { ServerUnderTest } from '../voice/server-under-test.ts';
import type { StreamCalls, StreamSlice } from '../voice/stream-calls.ts';
import type { Desk } from './desk.ts';
import { startListeners } from './listeners.ts';

export interface BesideCallsSize {
  readonly calls: number;
  readonly listeners: number;
  readonly rounds: number;
  /** Of each way, in each round. */
  readonly seconds: number;
  readonly leadMs: number;
  readonly warmUps: number;
}

interface Setting {
  readonly server: ServerUnderTest;
  readonly desk: Desk;
  readonly calls: StreamCalls;
  readonly log: (line: string) => void;
}

type Listening = 'with' | 'without';

/** Processor time of a server with live calls while people listen to recordings, to that while nobody does, in turn. */
export async function measureBesideCalls(
  { server, desk, calls, log }: Setting,
  recorded: string,
  size: BesideCallsSize,
): Promise<Figure> {
  const slices: Record<Listening, Slice<StreamSlice>[]> = { with: [], without: [] };
  let fetched = 0;

  async function measure(how: Listening): Promise<Slice<StreamSlice>[]> {
    // An address works for five minutes.
    const address = await desk.addressOf(recorded);
    const listeners = startListeners(desk, address, how === 'with' ? size.listeners : 0);
    await delay(size.leadMs);
    const measured = await calls.measure(server, size.seconds);
    await listeners.stop();
    fetched += listeners.fetched;
    return measured;
  }

  await calls.grow(server, size.calls);
  // The calls go on all the time; each way is first in every other round. The first rounds are warm-up.
  for (let round = 1 - size.warmUps; round <= size.rounds; round += 1) {
    const order: readonly Listening[] = round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    for (const how of order) {
      const measured = await measure(how);
      if (round > 0) slices[how].push(...measured);
    }
    log(`recordings, calls with listeners and without, round ${round} of ${size.rounds}`);
  }
  await calls.hangUp(server);
  if (fetched === 0) throw new Error('Nobody has listened.');
  return figureOf(slices, size);
}

function figureOf(
  slices: Record<Listening, Slice<StreamSlice>[]>,
  { calls, listeners }: BesideCallsSize,
): Figure {
  const both = [cpuOf(slices.with), cpuOf(slices.without)] as const;
  const { quiet } = counted([...slices.with, ...slices.without]);
  return beside('recordings', `CPU of ${calls} calls with ${listeners} listeners`, 'ms a second', both, {
    ...atMost(1.05),
    note: `to that of the same calls without; ${percent(quiet)} quiet`,
  });
}

/** Processor time of the server for each second, in milliseconds. */
function cpuOf(slices: readonly Slice<StreamSlice>[]): number {
  const { values } = counted(slices);
  return sum(values.map(({ cpuMs }) => cpuMs)) / sum(values.map(({ seconds }) => seconds));
}
