import type { CallDocuments } from '../../../ports/call-search.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';

const pauseMs = 2_000;

interface WriterDeps {
  readonly documents: CallDocuments;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes what calls are found by, every few seconds, on whichever server comes first (SE12). */
export class DocumentWriter {
  readonly #deps: WriterDeps;
  #cancel: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#after(pauseMs, null);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  #after(ms: number, before: string | null): void {
    this.#cancel = this.#deps.clock.after(ms, () => {
      this.#running = this.#step(before);
    });
  }

  /** One batch. Where more are due, the next follows after as long a pause as this one took: requests come first. */
  async #step(before: string | null): Promise<void> {
    const { documents, clock, log } = this.#deps;
    const started = clock.time();
    let next: string | null = null;
    try {
      const seen = await documents.writeSome(before);
      next = seen.next;
      for (const { callId, err } of seen.failed)
        log.error({ callId, err }, 'a call could not be added to the search; will be retried in an hour');
    } catch (err) {
      log.warn(
        { err },
        'new and changed calls could not be added to the search; will be retried in two seconds',
      );
    }
    if (this.#stopped) return;
    this.#after(next === null ? pauseMs : Math.max(1, clock.time() - started), next);
  }
}
