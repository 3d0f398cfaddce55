/** The load process of the recordings measurement, on the other core. */
import { makeTokens } from '../desk/tokens.ts';
import type { MeasureOptions } from '../report.ts';
import { asLoad } from '../voice/load-process.ts';
import { startParley } from '../voice/server-under-test.ts';
import { StreamCalls } from '../voice/stream-calls.ts';
import { measureBesideCalls } from './beside-calls.ts';
import { deskOf, fillDesk, largeParts, smallParts, tenant } from './desk.ts';
import { measureListeners } from './listeners.ts';
import { measureOpening } from './opening.ts';

const sizes = {
  full: {
    ...{ longSeconds: 7_200, pairs: 60, listeners: 50, listenMs: 30_000 },
    beside: { calls: 100, listeners: 50, rounds: 10, seconds: 12, leadMs: 1_000, warmUps: 1 },
  },
  smoke: {
    ...{ longSeconds: 600, pairs: 2, listeners: 2, listenMs: 200 },
    beside: { calls: 2, listeners: 2, rounds: 1, seconds: 1, leadMs: 100, warmUps: 0 },
  },
} as const;

await asLoad(async ({ smoke, log }: MeasureOptions) => {
  const size = smoke ? sizes.smoke : sizes.full;
  const tokens = makeTokens();
  const calls = await StreamCalls.start();
  const server = await startParley({ env: { ...calls.env, ...tokens.settings } });
  const desk = deskOf(server.url, tokens.of(tenant));
  const [long = '', short = ''] = await fillDesk(desk, server.dataDir, [size.longSeconds, 20]);
  log(`recordings: ${size.pairs} pairs of openings, then ${size.listeners} listeners`);
  const figures = [
    await measureOpening(desk, { long, short }, size.pairs),
    await measureListeners(server, desk, long, size, largeParts),
    await measureListeners(server, desk, long, size, smallParts),
    await measureBesideCalls({ server, desk, calls, log }, long, size.beside),
  ];
  await server.stop();
  calls.stop();
  return figures;
});
