import { setTimeout as delay } from 'node:timers/promises';

/** A moment at which the server was asked to write, and the moment at which it had. */
export interface ProvenWrite {
  readonly askedAt: number;
  readonly doneAt: number;
}

const pauseMs = 100;

/**
 * Does again and again what storing an entry needs. On a busy machine, or while the database is unavailable, what was said
 * just before a kill cannot be stored yet; this says how long before.
 */
export class WriteProbe implements AsyncDisposable {
  readonly writes: ProvenWrite[] = [];
  readonly #write: () => Promise<boolean>;
  readonly #running: Promise<void>;
  #stopped = false;

  /** `write` says whether it could be done, and has a time limit. */
  constructor(write: () => Promise<boolean>) {
    this.#write = write;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const askedAt = Date.now();
      const isDone = await this.#write().catch(() => false);
      if (isDone) this.writes.push({ askedAt, doneAt: Date.now() });
      await delay(pauseMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}

/** Longer than two writes are apart on a machine that has time for them. */
const longestGapMs = 1_000;

/** Whether nothing could be stored for a while between these moments. */
export function wasUnavailable(writes: readonly ProvenWrite[], from: number, to: number): boolean {
  return writes.some(({ askedAt }, n) => {
    const next = writes[n + 1]?.doneAt ?? Number.POSITIVE_INFINITY;
    return next - askedAt > longestGapMs && askedAt <= to && next >= from;
  });
}

/** The latest moment before this one up to which everything can have been stored. */
export function writtenUntil(writes: readonly ProvenWrite[], at: number): number {
  return writes.findLast(({ doneAt }) => doneAt <= at)?.askedAt ?? Number.NEGATIVE_INFINITY;
}
