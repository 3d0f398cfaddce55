/** The load process of the stream measurement, on the other core. */
import { setTimeout as delay } from 'node:timers/promises';
import { counted, type Slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { atLeast, atMost, beside, percent } from './figures.ts';
import { asLoad } from './load-process.ts';
import { mostCalls, type Side } from './most-calls.ts';
import { type ServerUnderTest, startLimit, startParley } from './server-under-test.ts';
import { StreamCalls, type StreamSlice } from './stream-calls.ts';
import { memoryPerCall } from './stream-memory.ts';
import { cpuPerCallMinute, latency } from './stream-samples.ts';

const part = 'voice, stream';
const sizes = {
  full: {
    ...{ calls: 100, rounds: 6, seconds: 3, reactionSeconds: 2, leadMs: 500, warmUps: 3 },
    search: { from: 200, to: 550, seconds: 4, settleMs: 2_000 },
    memory: { calls: 100, talkMs: 6_000 },
  },
  smoke: {
    ...{ calls: 4, rounds: 1, seconds: 1, reactionSeconds: 1, leadMs: 600, warmUps: 0 },
    search: { from: 4, to: 4, seconds: 1, settleMs: 100 },
    memory: { calls: 4, talkMs: 500 },
  },
} as const;
/** Fifty interruptions a second: enough for a p99. */
const interruptEveryMs = 20;

type Name = ServerUnderTest['name'];
type Sliced = Record<Name, Slice<StreamSlice>[]>;

await asLoad(async ({ smoke, log }: MeasureOptions) => {
  const size = smoke ? sizes.smoke : sizes.full;
  const loads = { limit: await StreamCalls.start(), parley: await StreamCalls.start() };
  const sides: Side[] = [
    { server: await startLimit('stream.ts', loads.limit), load: loads.limit },
    { server: await startParley(loads.parley), load: loads.parley },
  ];
  const talk: Sliced = { limit: [], parley: [] };
  const reactions: Sliced = { limit: [], parley: [] };
  for (const { server, load } of sides) {
    await load.grow(server, size.calls);
    load.pause();
  }
  // Both keep their calls and are measured in turn; the first rounds are warm-up.
  for (let round = 1 - size.warmUps; round <= size.rounds; round += 1) {
    for (const { server, load } of sides) {
      load.resume();
      await delay(size.leadMs);
      const heard = await load.measure(server, size.seconds);
      const reacted = await interrupted(load, server, size.reactionSeconds);
      load.pause();
      if (round < 1) continue;
      talk[server.name].push(...heard);
      reactions[server.name].push(...reacted);
    }
    log(`stream, round ${round} of ${size.rounds}`);
  }
  const most = await mostCalls(sides, size.search, log);
  for (const { server, load } of sides) {
    await load.hangUp(server);
    await server.stop();
  }
  const memory = {
    limit: await memoryPerCall(loads.limit, 'limit', size.memory),
    parley: await memoryPerCall(loads.parley, 'parley', size.memory),
  };
  loads.limit.stop();
  loads.parley.stop();
  return [
    ...talkFigures(talk, size.calls),
    reactionFigure(reactions, size.calls),
    beside(
      part,
      'most calls on one core, added p99 < 20 ms',
      'calls',
      [most.parley.calls, most.limit.calls],
      {
        ...atLeast(0.8),
        note: most.limit.bounded
          ? 'the search ended before the limit did'
          : `p99 there: ours ${most.parley.p99.toFixed(1)} ms`,
      },
    ),
    beside(part, 'memory per live call', 'KiB', [memory.parley / 1024, memory.limit / 1024], atMost(3)),
  ];
});

async function interrupted(load: StreamCalls, server: ServerUnderTest, seconds: number) {
  load.setRoundTrips(true);
  const stop = load.interruptEvery(interruptEveryMs);
  const slices = await load.measure(server, seconds);
  stop();
  load.setRoundTrips(false);
  return slices;
}

function talkFigures({ parley, limit }: Sliced, calls: number): Figure[] {
  const quiet = counted([...parley, ...limit]).quiet;
  const ours = counted(parley).values;
  const theirs = counted(limit).values;
  const both = (figure: (slices: readonly StreamSlice[]) => number) =>
    [figure(ours), figure(theirs)] as const;
  const at = `at ${calls} calls`;
  return [
    beside(
      part,
      `CPU per call-minute ${at}`,
      's',
      both((slices) => cpuPerCallMinute(slices, 'cpuMs')),
      {
        ...atMost(1.5),
        note: `${percent(quiet)} quiet; PostgreSQL beside it ${cpuPerCallMinute(ours, 'databaseCpuMs').toFixed(3)} s`,
      },
    ),
    beside(
      part,
      `added per frame to the model, p50 ${at}`,
      'ms',
      both((slices) => latency(slices, 0.5, 'up')),
    ),
    beside(
      part,
      `added per frame to the model, p99 ${at}`,
      'ms',
      both((slices) => latency(slices, 0.99, 'up')),
    ),
    beside(
      part,
      `added per frame to the carrier, p50 ${at}`,
      'ms',
      both((slices) => latency(slices, 0.5, 'down')),
    ),
    beside(
      part,
      `added per frame to the carrier, p99 ${at}`,
      'ms',
      both((slices) => latency(slices, 0.99, 'down')),
    ),
    beside(
      part,
      `added per frame both ways, p99 ${at}`,
      'ms',
      both((slices) => latency(slices, 0.99, 'up', 'down')),
      {
        ...atMost(1.5),
        note: `the load itself was up to ${latency(ours, 0.99, 'lag').toFixed(1)} ms late (p99)`,
      },
    ),
  ];
}

function reactionFigure({ parley, limit }: Sliced, calls: number): Figure {
  const ours = counted(parley).values;
  const around = latency(counted(limit).values, 0.99, 'around');
  return beside(
    part,
    `barge-in: speech started to clear, p99 at ${calls} calls`,
    'ms',
    [latency(ours, 0.99, 'reaction'), around],
    {
      ...atMost(2),
      note: `limit: a round trip through the thinnest relay; p50 ${latency(ours, 0.5, 'reaction').toFixed(2)} ms`,
    },
  );
}
