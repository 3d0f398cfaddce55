import { percentile, sum } from '../statistics.ts';
import type { StreamSlice } from './stream-calls.ts';
import type { StreamTiming } from './stream-timings.ts';

type Slices = readonly StreamSlice[];

export function samples(slices: Slices, ...whats: readonly StreamTiming[]): number[] {
  return slices.flatMap(({ timings }) => whats.flatMap((what) => [...timings[what]]));
}

export function latency(slices: Slices, share: number, ...whats: readonly StreamTiming[]): number {
  return percentile(samples(slices, ...whats), share);
}

/** Seconds of a core that a minute of one call takes. */
export function cpuPerCallMinute(slices: Slices, what: 'cpuMs' | 'databaseCpuMs'): number {
  const callSeconds = sum(slices.map(({ calls, seconds }) => calls * seconds));
  return ((sum(slices.map((slice) => slice[what])) / 1000) * 60) / callSeconds;
}
