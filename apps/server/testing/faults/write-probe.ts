import { setTimeout as delay } from 'node:timers/promises';

/** A moment at which the server was asked to write, and the moment at which it had. */
export interface ProvenWrite {
  readonly askedAt: number;
  readonly doneAt: number;
}

const pauseMs = 100;
const timeoutMs = 10_000;

/**
 * Asks the server again and again whether it can write to its database. On a busy machine, or while the database is
 * unavailable, what was said just before a kill cannot be stored yet; this says how long before.
 */
export class WriteProbe implements AsyncDisposable {
  readonly writes: ProvenWrite[] = [];
  readonly #url: string;
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(serverUrl: string) {
    this.#url = `${serverUrl}/readyz`;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const askedAt = Date.now();
      const answer = await fetch(this.#url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) this.writes.push({ askedAt, doneAt: Date.now() });
      await delay(pauseMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}

/** The latest moment before this one up to which everything can have been stored. */
export function writtenUntil(writes: readonly ProvenWrite[], at: number): number {
  return writes.findLast(({ doneAt }) => doneAt <= at)?.askedAt ?? Number.NEGATIVE_INFINITY;
}
