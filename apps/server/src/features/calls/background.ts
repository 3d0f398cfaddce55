import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** Waits between attempts in milliseconds, half a minute in all: a database that restarts is back within seconds. */
const retryWaits = [100, 300, ...Array.from({ length: 60 }, () => 500)];

export interface BackgroundTask {
  readonly task: string;
  readonly callId: string;
}

/** Work that goes on after a request was answered. Failures are logged; the reconciler repairs what they leave undone. */
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
  run(task: BackgroundTask, work: () => Promise<unknown>): Promise<void> {
    const done = work().then(
      () => {},
      (err: unknown) => this.#log.warn({ err, ...task }, 'background task failed'),
    );
    this.#running.add(done);
    return done.finally(() => this.#running.delete(done));
  }

  /** For what the reconciler cannot repair: retried until it succeeds, for half a minute. */
  retry(task: BackgroundTask, work: () => Promise<unknown>): Promise<void> {
    return this.run(task, async () => {
      for (const wait of retryWaits) {
        try {
          return await work();
        } catch (err) {
          if (this.#closing) throw err;
          this.#log.warn({ err, ...task }, 'background task failed; it is retried');
          await new Promise<void>((resolve) => this.#clock.after(wait, resolve));
        }
      }
      return work();
    });
  }

  later(delays: readonly number[], task: BackgroundTask, work: () => Promise<unknown>): void {
    for (const ms of delays) {
      const cancel = this.#clock.after(ms, () => {
        this.#waiting.delete(cancel);
        void this.run(task, work);
      });
      this.#waiting.add(cancel);
    }
  }

  /** Cancels what has not begun and waits for what runs. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }
}
