import { readFileSync } from 'node:fs';

/**
 * The host may take processor time from a virtual machine, and what is measured meanwhile is worthless. The kernel counts
 * that time (`steal` in /proc/stat); where there is no such file every slice counts.
 */
export interface Slice<T> {
  readonly value: T;
  readonly quiet: boolean;
}

/** Ticks that the host took from this machine since it started. */
export function stolenTicks(): number {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    return Number(fields[7] ?? 0);
  } catch {
    return 0;
  }
}

/** Runs one slice of work; quiet when the host took no time meanwhile. */
export async function slice<T>(work: () => Promise<T> | T): Promise<Slice<T>> {
  const before = stolenTicks();
  const value = await work();
  return { value, quiet: stolenTicks() === before };
}

export interface Counted<T> {
  readonly values: readonly T[];
  /** The share of slices that were quiet, 0 to 1. */
  readonly quiet: number;
  /** Empty when enough was quiet; else a remark for the figure. */
  readonly remark: string;
}

/** The quiet slices; where there are none, all of them, with a remark. */
export function counted<T>(slices: readonly Slice<T>[]): Counted<T> {
  const still = slices.filter(({ quiet }) => quiet);
  const quiet = slices.length === 0 ? 0 : still.length / slices.length;
  const kept = still.length > 0 ? still : slices;
  const remark = still.length > 0 ? '' : 'no quiet slice: all counted';
  return { values: kept.map(({ value }) => value), quiet, remark };
}

/** Repeats a slice until `wanted` of them were quiet, but no more than `most` times. */
export async function quietSlices<T>(
  wanted: number,
  most: number,
  work: (index: number) => Promise<T> | T,
): Promise<Slice<T>[]> {
  const slices: Slice<T>[] = [];
  let still = 0;
  while (still < wanted && slices.length < most) {
    const one = await slice(() => work(slices.length));
    slices.push(one);
    if (one.quiet) still += 1;
  }
  return slices;
}
