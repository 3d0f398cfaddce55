import type { AuditReading, StoreReadings } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** A server that is killed loses the readings of this time, and of one write. */
const flushMs = 500;
/** Of one statement. */
const readingsAtOnce = 1_000;
/** How many are kept while they cannot be stored. */
const readingsMax = 20_000;

interface ReadRecorderDeps {
  readonly store: StoreReadings;
  readonly clock: Clock;
  readonly log: Log;
}

/** Collects readings, so that no answer waits for its entry, and stores them together (AU5). */
export class ReadRecorder {
  readonly #deps: ReadRecorderDeps;
  #waiting: AuditReading[] = [];
  #cancel: (() => void) | null = null;
  #writing: Promise<void> | null = null;
  /** Their time was over while others were being stored. */
  #isDue = false;
  #lost = 0;

  constructor(deps: ReadRecorderDeps) {
    this.#deps = deps;
  }

  add(reading: AuditReading): void {
    this.#waiting.push(reading);
    if (this.#waiting.length > readingsMax) {
      this.#waiting.shift();
      this.#lost += 1;
    }
    this.#cancel ??= this.#deps.clock.after(flushMs, () => void this.#flush());
  }

  /** Stores what is waiting; for the end of the server. */
  async stop(): Promise<void> {
    await this.#writing;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#writing !== null) {
      this.#isDue = true;
      return;
    }
    do {
      this.#isDue = false;
      this.#writing = this.#write();
      await this.#writing;
      this.#writing = null;
    } while (this.#isDue);
    if (this.#waiting.length > 0) this.#cancel ??= this.#deps.clock.after(flushMs, () => void this.#flush());
  }

  /** What waits now. What comes meanwhile is left for the next time: under load it would be stored a few at a time, without end. */
  async #write(): Promise<void> {
    const { store, clock, log } = this.#deps;
    for (let left = this.#waiting.length; left > 0; left -= readingsAtOnce) {
      const part = this.#waiting.slice(0, Math.min(left, readingsAtOnce));
      try {
        await store(part, clock.time());
      } catch (err) {
        log.warn(
          { err, waiting: this.#waiting.length, lost: this.#lost },
          'audit entries of who read what could not be stored; kept, will be retried',
        );
        return;
      }
      // Those that came meanwhile are behind them; the oldest may have been dropped.
      const written = new Set(part);
      this.#waiting = this.#waiting.filter((reading) => !written.has(reading));
      if (this.#lost > 0)
        log.error(
          { lost: this.#lost },
          'audit entries of who read what are lost: the audit log was not writable for too long',
        );
      this.#lost = 0;
    }
  }
}
