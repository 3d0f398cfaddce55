import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** What goes on after an answer was given. Failures are logged: the reconciler mends what they leave behind. */
export class Background {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  run(what: string, work: () => Promise<unknown>): void {
    const done = work().then(
      () => {},
      (err: unknown) => this.#log.warn({ err, what }, 'work in the background failed'),
    );
    this.#running.add(done);
    void done.finally(() => this.#running.delete(done));
  }

  later(delays: readonly number[], what: string, work: () => Promise<unknown>): void {
    for (const ms of delays) {
      const cancel = this.#clock.after(ms, () => {
        this.#waiting.delete(cancel);
        this.run(what, work);
      });
      this.#waiting.add(cancel);
    }
  }

  /** Forgets what waits and sees what runs to its end. */
  async close(): Promise<void> {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }
}
