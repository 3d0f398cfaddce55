/** The load process of the relay measurement, on the other core. */
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { counted, type Slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { percentile, sum } from '../statistics.ts';
import { atLeast, atMost, beside, percent } from './figures.ts';
import { asLoad } from './load-process.ts';
import { metricsBeside } from './metrics-beside.ts';
import { RelayCalls, type RelaySlice } from './relay-calls.ts';
import type { RelayTiming } from './relay-timings.ts';
import { type ServerUnderTest, startLimit, startParley } from './server-under-test.ts';

const part = 'voice, relay';
const sizes = {
  full: { calls: 200, rounds: 6, seconds: 6, leadMs: 1_000, trailMs: 1_500, warmUps: 2, reads: 200 },
  smoke: { calls: 4, rounds: 1, seconds: 5, leadMs: 0, trailMs: 0, warmUps: 0, reads: 5 },
} as const;

await asLoad(async ({ smoke, log }: MeasureOptions) => {
  const { calls, rounds, seconds, leadMs, trailMs, warmUps, reads } = smoke ? sizes.smoke : sizes.full;
  const loads = { limit: await RelayCalls.start(), parley: await RelayCalls.start() };
  const limit = await startLimit('relay.ts', loads.limit);
  const metricsPort = await freePort();
  const parley = await startParley({ env: { ...loads.parley.env, METRICS_PORT: String(metricsPort) } });
  const slices: Record<ServerUnderTest['name'], Slice<RelaySlice>[]> = { limit: [], parley: [] };
  for (const server of [limit, parley]) {
    await loads[server.name].open(server, calls);
    loads[server.name].pause();
  }
  // Both keep their calls and are measured in turn; the first rounds are warm-up.
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    for (const server of [limit, parley]) {
      const load = loads[server.name];
      load.resume();
      await delay(leadMs);
      const measured = await load.measure(server, seconds);
      load.pause();
      await delay(trailMs);
      if (round > 0) slices[server.name].push(...measured);
    }
    log(`relay, round ${round} of ${rounds}`);
  }
  // Afterwards, because reading them costs what is compared above.
  loads.parley.resume();
  await delay(leadMs);
  const metrics = await metricsBeside(part, metricsPort, calls, reads);
  loads.parley.pause();
  for (const server of [limit, parley]) {
    await loads[server.name].hangUp(server);
    await server.stop();
    loads[server.name].stop();
  }
  return [...figuresOf(slices.parley, slices.limit, calls), metrics];
});

function figuresOf(
  oursSliced: readonly Slice<RelaySlice>[],
  limitSliced: readonly Slice<RelaySlice>[],
  calls: number,
): Figure[] {
  const quiet = counted([...oursSliced, ...limitSliced]).quiet;
  const ours = counted(oursSliced).values;
  const limit = counted(limitSliced).values;
  const both = (figure: (slices: readonly RelaySlice[]) => number) => [figure(ours), figure(limit)] as const;
  const added = (share: number) => both((slices) => percentile(samples(slices, 'added'), share));
  const aborts = samples(ours, 'abort');
  const all = oursSliced.map(({ value }) => value);
  const abortedShare = total(all, 'aborted') / total(all, 'interruptions');
  const late = percentile(aborts, 0.99);
  const at = `at ${calls} calls`;
  return [
    beside(part, `CPU per turn ${at}`, 'ms', both(cpuPerTurn), {
      ...atMost(2),
      note: `${percent(quiet)} quiet; PostgreSQL beside it ${databasePerTurn(ours).toFixed(2)} ms`,
    }),
    beside(part, `added before the first text, p50 ${at}`, 'ms', added(0.5)),
    beside(part, `added before the first text, p99 ${at}`, 'ms', added(0.99), {
      ...atMost(2),
      note: `the load itself was up to ${percentile(samples(ours, 'lag'), 0.99).toFixed(1)} ms late (p99)`,
    }),
    {
      part,
      what: 'model requests aborted on interruption',
      value: abortedShare * 100,
      unit: '%',
      ratio: abortedShare,
      ...atLeast(1),
      note: `of ${total(all, 'interruptions')}`,
    },
    {
      part,
      what: 'from interruption to abort, p99',
      value: late,
      unit: 'ms',
      ratio: late / 20,
      ...atMost(1),
      note: `ratio to 20 ms; p50 ${percentile(aborts, 0.5).toFixed(2)} ms`,
    },
  ];
}

function samples(slices: readonly RelaySlice[], what: RelayTiming): number[] {
  return slices.flatMap(({ timings }) => [...timings[what]]);
}

function total(
  slices: readonly RelaySlice[],
  what: 'turns' | 'cpuMs' | 'databaseCpuMs' | 'interruptions' | 'aborted',
) {
  return sum(slices.map((slice) => slice[what]));
}

function cpuPerTurn(slices: readonly RelaySlice[]): number {
  return total(slices, 'cpuMs') / total(slices, 'turns');
}

function databasePerTurn(slices: readonly RelaySlice[]): number {
  return total(slices, 'databaseCpuMs') / total(slices, 'turns');
}
