/** The operations of something that can be closed: closing aborts them and waits until they have cleaned up. */
export class InFlight {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closed: () => Error;

  /** `closed` makes the error of an operation that was aborted, or begun too late. */
  constructor(closed: () => Error) {
    this.#closed = closed;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  async run<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const either = signal ? AbortSignal.any([signal, this.signal]) : this.signal;
    either.throwIfAborted();
    const running = work(either);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(this.#closed());
    await Promise.allSettled(this.#running);
  }
}
