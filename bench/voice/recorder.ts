/** Samples by what they tell, in milliseconds. */
export type Timings<What extends string> = Readonly<Record<What, readonly number[]>>;

/** Where timings go until somebody takes them. */
export class Recorder<What extends string> {
  readonly #whats: readonly What[];
  #now: Record<What, number[]>;

  constructor(whats: readonly What[]) {
    this.#whats = whats;
    this.#now = empty(whats);
  }

  add(what: What, us: number): void {
    this.#now[what].push(us / 1000);
  }

  take(): Timings<What> {
    const taken = this.#now;
    this.#now = empty(this.#whats);
    return taken;
  }
}

function empty<What extends string>(whats: readonly What[]): Record<What, number[]> {
  return Object.fromEntries(whats.map((what) => [what, [] as number[]])) as Record<What, number[]>;
}
