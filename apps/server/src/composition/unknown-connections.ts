/** How long a connection that was not found is not looked for again. */
const forgetAfterMs = 5_000;
/** All unknown ones together: who guesses ids must not keep the database busy. */
const lookEveryMs = 200;
const knownMax = 1_000;

/** Looks for a connection that another server may have stored a moment ago, without being kept busy by guesses. */
export class UnknownConnections {
  readonly #refresh: () => Promise<void>;
  readonly #now: () => number;
  readonly #missed = new Map<string, number>();
  #looking: Promise<void> | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(refresh: () => Promise<void>, now: () => number = () => performance.now()) {
    this.#refresh = refresh;
    this.#now = now;
  }

  /** Resolves once it was looked for, or at once where that is not its turn. Then `missed` tells that it is not there. */
  async look(id: string): Promise<void> {
    const missedAt = this.#missed.get(id);
    if (missedAt !== undefined && this.#now() - missedAt < forgetAfterMs) return;
    if (this.#looking === null && this.#now() - this.#lookedAt < lookEveryMs) return;
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = null;
      this.#lookedAt = this.#now();
    });
    await this.#looking;
  }

  missed(id: string): void {
    if (this.#missed.size >= knownMax) this.#missed.clear();
    this.#missed.set(id, this.#now());
  }
}
