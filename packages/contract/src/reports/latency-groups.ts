/**
 * Latencies are counted in groups, each a tenth wider than the one before it. A median read from them is within 5 % of the
 * exact one, and groups of several days can be added up.
 */
const first = 50;
const groups = 74;
const bounds = [0, ...Array.from({ length: groups }, (_, n) => Math.round(first * 1.1 ** n))];

export interface LatencyGroup {
  readonly fromMs: number;
  /** Null: the last group has no end. */
  readonly belowMs: number | null;
}

/** The number of the group that a latency is in. */
export function latencyGroupOf(ms: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bounds[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function latencyGroup(number: number): LatencyGroup {
  return { fromMs: bounds[number] ?? 0, belowMs: bounds[number + 1] ?? null };
}

/** The latency that this part of all turns stays within (0.5: the median); null without turns. Groups in ascending order. */
export function latencyQuantile(
  counted: readonly (LatencyGroup & { readonly turns: number })[],
  part: number,
): number | null {
  const wanted = part * counted.reduce((sum, { turns }) => sum + turns, 0);
  let before = 0;
  for (const { fromMs, belowMs, turns } of counted) {
    if (turns > 0 && before + turns >= wanted)
      return Math.round(fromMs + ((belowMs ?? fromMs) - fromMs) * ((wanted - before) / turns));
    before += turns;
  }
  return null;
}
