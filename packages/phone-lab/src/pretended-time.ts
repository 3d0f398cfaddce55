/** From when on which time is pretended, and how fast it runs. */
export interface PretendedTime {
  /** In milliseconds since the epoch. */
  date: number;
  /** How many times faster than real time it runs; 0: it stands still. */
  rate: number;
}

/** The time of day for those who are called. It has no effect on calls, whose dates are those of the machine. */
export class PretendedClock {
  #set: PretendedTime & { at: number };
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.#set = { date: now(), rate: 1, at: now() };
  }

  set(time: PretendedTime): void {
    if (!Number.isFinite(time.date)) throw new RangeError('date must be a time in milliseconds.');
    if (!(time.rate >= 0) || !Number.isFinite(time.rate)) throw new RangeError('rate must be 0 or more.');
    this.#set = { ...time, at: this.#now() };
  }

  current(): PretendedTime {
    const { date, rate, at } = this.#set;
    return { date: date + (this.#now() - at) * rate, rate };
  }
}
