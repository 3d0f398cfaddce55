const steps = [1, 2, 2.5, 5, 10];

/** Round values from 0 to at least the largest one; `whole` for what is counted. */
export function ticksTo(largest: number, { count = 4, whole = false } = {}): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = steps.map((step) => step * power).find((step) => step >= rough * 0.999_999) ?? 10 * power;
  const step = whole ? Math.max(1, Math.ceil(found)) : found;
  const above = Math.ceil(largest / step - 0.000_001);
  // Multiplied each time: a sum of steps such as 0.1 would drift.
  return Array.from({ length: above + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Every how many-th label is shown, so that at most so many are. */
export function everyOf(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}
