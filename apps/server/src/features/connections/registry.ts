import type { ConnectionStore } from '../../ports/connections.ts';
import type { Log } from '../../ports/log.ts';
import { Snapshot } from './snapshot.ts';

/** Tells of changes by other servers; those may be missed without a report. */
export interface ConnectionNotices {
  listen(listener: { onNotice(): void; onGap(): void }): Promise<{ close(): Promise<void> }>;
}

export interface RegistryDeps {
  readonly store: Pick<ConnectionStore, 'load' | 'version'>;
  readonly notices: ConnectionNotices;
  readonly log: Log;
  /** How often the version is asked for. */
  readonly pollMs?: number;
}

/** A connection that was lost without a report is noticed after half a minute, and a change counts within five seconds. */
const pollEveryMs = 3_000;

/**
 * What this server knows of all connections, secrets included, without a round trip for each call. Read again with every
 * change on any server. While the database is away the last state stays.
 */
export class ConnectionRegistry {
  readonly #deps: RegistryDeps;
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  #snapshot = new Snapshot({ version: -1n, connections: [], calling: [] });
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isClosed = false;

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  /** Reads everything, and from then on every change. */
  async start(): Promise<{ close(): Promise<void> }> {
    const { notices, pollMs = pollEveryMs } = this.#deps;
    // Before reading, so that no change is missed in between.
    const listening = await notices.listen({
      onNotice: () => this.#refreshInBackground(),
      onGap: () => this.#refreshInBackground(),
    });
    try {
      await this.refresh();
    } catch (error) {
      await listening.close();
      throw error;
    }
    const polling = setInterval(() => void this.#poll(), pollMs).unref();
    return {
      close: async () => {
        this.#isClosed = true;
        clearInterval(polling);
        await listening.close();
        await this.#running?.catch(() => {});
      },
    };
  }

  snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** Returns with what was committed when it was called. Those who wait share one reading. */
  refresh(): Promise<void> {
    if (this.#running === null) return this.#begin();
    // One that runs may have read before the change that the caller knows of.
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** Called with each new state, and at once with the present one. */
  onChange(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#snapshot);
    return () => void this.#listeners.delete(listener);
  }

  #begin(): Promise<void> {
    this.#next = null;
    const running = this.#read().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #read(): Promise<void> {
    const loaded = await this.#deps.store.load();
    this.#snapshot = new Snapshot(loaded);
    for (const listener of this.#listeners) listener(this.#snapshot);
  }

  async #poll(): Promise<void> {
    try {
      const version = await this.#deps.store.version();
      if (version !== this.#snapshot.version && !this.#isClosed) await this.refresh();
    } catch (err) {
      this.#deps.log.debug({ err }, 'the version of the connections could not be read');
    }
  }

  #refreshInBackground(): void {
    if (this.#isClosed) return;
    this.refresh().catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'changed connections could not be read; the last ones stay in use');
    });
  }
}
