/** One line of the text format: what is added to the name of the family, its labels, and the value. */
export interface Sample {
  readonly suffix: '' | '_bucket' | '_sum' | '_count';
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
}

export interface Point {
  readonly labels: readonly string[];
  readonly value: number;
}

export interface HistogramPoint {
  readonly labels: readonly string[];
  /** How many values fell into each bucket, not added up; the last is for those above all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

interface Described {
  /** A name of our own, without the prefix that these share; or one of the conventions of OpenTelemetry, `gen_ai.…`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** More combinations than all fixed words of our labels have. What comes after them is counted under `other`. */
const mostChildren = 500;

class Children<Child> {
  readonly #byKey = new Map<string, { readonly labels: readonly string[]; readonly child: Child }>();
  readonly #create: () => Child;

  constructor(create: () => Child) {
    this.#create = create;
  }

  of(labels: readonly string[]): Child {
    const key = labels.length === 1 ? (labels[0] as string) : labels.join('\n');
    const found = this.#byKey.get(key);
    if (found) return found.child;
    if (this.#byKey.size >= mostChildren && labels.some((each) => each !== 'other'))
      return this.of(labels.map(() => 'other'));
    const child = this.#create();
    this.#byKey.set(key, { labels, child });
    return child;
  }

  all(): Iterable<{ readonly labels: readonly string[]; readonly child: Child }> {
    return this.#byKey.values();
  }
}

export class Counter<Labels extends readonly string[]> {
  readonly kind = 'counter';
  readonly #children = new Children(() => ({ value: 0 }));
  readonly about: Described;

  constructor(name: string, help: string, labels: { readonly [Key in keyof Labels]: string }) {
    this.about = { name, help, labels };
  }

  add(...labels: Labels): void {
    this.#children.of(labels).value += 1;
  }

  points(): readonly Point[] {
    return Array.from(this.#children.all(), ({ labels, child }) => ({ labels, value: child.value }));
  }
}

export class Histogram<Labels extends readonly string[]> {
  readonly kind = 'histogram';
  readonly about: Described;
  readonly bounds: readonly number[];
  readonly #children;

  constructor(
    name: string,
    help: string,
    labels: { readonly [Key in keyof Labels]: string },
    bounds: readonly number[],
  ) {
    this.about = { name, help, labels };
    this.bounds = bounds;
    this.#children = new Children(() => ({ counts: new Float64Array(bounds.length + 1), sum: 0 }));
  }

  observe(value: number, ...labels: Labels): void {
    // A clock that was set back, or a time that is not known, is no duration.
    if (!(value >= 0)) return;
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
    const child = this.#children.of(labels);
    child.counts[bucket] = (child.counts[bucket] as number) + 1;
    child.sum += value;
  }

  points(): readonly HistogramPoint[] {
    return Array.from(this.#children.all(), ({ labels, child }) => ({
      labels,
      counts: Array.from(child.counts),
      sum: child.sum,
    }));
  }
}

/** What is true now, read when somebody asks. */
export interface Gauge {
  readonly kind: 'gauge';
  readonly about: Described;
  points(): readonly Point[];
}

export function gauge(
  name: string,
  help: string,
  labels: readonly string[],
  points: readonly Point[],
): Gauge {
  return { kind: 'gauge', about: { name, help, labels }, points: () => points };
}

export type MetricFamily = Counter<readonly string[]> | Histogram<readonly string[]> | Gauge;
