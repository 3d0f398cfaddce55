import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** Waits between tries, where nobody would do it later: a database that restarts is back within seconds. */
const patience = [100, 300, ...Array.from({ length: 60 }, () => 500)];

/** What goes on after an answer was given. Failures are logged: the reconciler mends what they leave behind. */
export class Background {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();
  readonly #waiting = new Set<() => void>();
  #closing = false;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Resolves when it is done or has failed. */
  run(what: string, work: () => Promise<unknown>): Promise<void> {
    const done = work().then(
      () => {},
      (err: unknown) => this.#log.warn({ err, what }, 'work in the background failed'),
    );
    this.#running.add(done);
    return done.finally(() => this.#running.delete(done));
  }

  /** For what the reconciler cannot mend: tried again until it succeeds, for half a minute. */
  insist(what: string, work: () => Promise<unknown>): Promise<void> {
    return this.run(what, async () => {
      for (const wait of patience) {
        try {
          return await work();
        } catch (err) {
          if (this.#closing) throw err;
          this.#log.warn({ err, what }, 'work in the background failed and is tried again');
          await new Promise<void>((resolve) => this.#clock.after(wait, resolve));
        }
      }
      return work();
    });
  }

  later(delays: readonly number[], what: string, work: () => Promise<unknown>): void {
    for (const ms of delays) {
      const cancel = this.#clock.after(ms, () => {
        this.#waiting.delete(cancel);
        void this.run(what, work);
      });
      this.#waiting.add(cancel);
    }
  }

  /** Forgets what waits and sees what runs to its end. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }
}
