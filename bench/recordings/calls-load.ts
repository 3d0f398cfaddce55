/** The load process of what listeners add to live calls, on the other core. */
import { setTimeout as delay } from 'node:timers/promises';
import { makeTokens } from '../desk/tokens.ts';
import { counted, type Slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { sum } from '../statistics.ts';
import { atMost, beside, percent } from '../voice/figures.ts';
import { asLoad } from '../voice/load-process.ts';
import { startParley } from '../voice/server-under-test.ts';
import { StreamCalls, type StreamSlice } from '../voice/stream-calls.ts';
import { deskOf, fillDesk, tenant } from './desk.ts';
import { startListeners } from './listeners.ts';

const sizes = {
  full: { calls: 100, listeners: 50, rounds: 12, seconds: 6, leadMs: 1_000, warmUps: 2, longSeconds: 7_200 },
  smoke: { calls: 2, listeners: 2, rounds: 1, seconds: 1, leadMs: 100, warmUps: 0, longSeconds: 600 },
} as const;

type Listening = 'with' | 'without';

await asLoad(async ({ smoke, log }: MeasureOptions) => {
  const size = smoke ? sizes.smoke : sizes.full;
  const tokens = makeTokens();
  const load = await StreamCalls.start();
  const server = await startParley({ env: { ...load.env, ...tokens.settings } });
  const desk = deskOf(server.url, tokens.of(tenant));
  const [recorded = ''] = await fillDesk(desk, server.dataDir, [size.longSeconds]);
  await load.grow(server, size.calls);
  const slices: Record<Listening, Slice<StreamSlice>[]> = { with: [], without: [] };
  let fetched = 0;

  async function measure(how: Listening): Promise<Slice<StreamSlice>[]> {
    // An address works for five minutes.
    const address = await desk.addressOf(recorded);
    const listeners = startListeners(desk, address, how === 'with' ? size.listeners : 0);
    await delay(size.leadMs);
    const measured = await load.measure(server, size.seconds);
    await listeners.stop();
    fetched += listeners.fetched;
    return measured;
  }

  // The calls go on all the time; each way is first in every other round. The first rounds are warm-up.
  for (let round = 1 - size.warmUps; round <= size.rounds; round += 1) {
    const order: readonly Listening[] = round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    for (const how of order) {
      const measured = await measure(how);
      if (round > 0) slices[how].push(...measured);
    }
    log(`recordings, calls with listeners and without, round ${round} of ${size.rounds}`);
  }
  if (fetched === 0) throw new Error('Nobody has listened.');
  await load.hangUp(server);
  await server.stop();
  load.stop();
  return [figureOf(slices, size.calls, size.listeners)];
});

function figureOf(slices: Record<Listening, Slice<StreamSlice>[]>, calls: number, listeners: number): Figure {
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
