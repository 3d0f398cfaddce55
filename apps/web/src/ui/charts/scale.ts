const steps = [1, 2, 2.5, 5];

interface TickOptions {
  /** For what is counted. */
  whole?: boolean;
}

/** Round values from 0 to at least the largest one: those that end nearest to it, in two to five steps. */
export function ticksTo(largest: number, { whole = false }: TickOptions = {}): number[] {
  if (!(largest > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(largest));
  const found = [power / 10, power]
    .flatMap((unit) => steps.map((step) => step * unit))
    .filter((step) => !whole || (step >= 1 && Number.isInteger(step)))
    .map((step) => ({ step, count: Math.ceil(largest / step - 0.000_001) }))
    .filter(({ count }) => count <= 5)
    .toSorted((one, other) => one.step * one.count - other.step * other.count || other.count - one.count);
  const { step, count } = found[0] ?? { step: largest, count: 1 };
  // Multiplied each time: a sum of steps such as 0.1 would drift.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Every how many-th label is shown, so that at most so many are. */
export function labelInterval(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}
