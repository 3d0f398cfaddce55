import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../ports/log.ts';
import type { Database } from './database.ts';

export const noticeTimes = {
  firstRetryMs: 100,
  /** With the connecting itself less than five seconds: so soon a change of access counts (docs/people.md, PE20). */
  longestRetryMs: 3_000,
  /** A connection that was lost without a message is noticed by a regular query. */
  pingEveryMs: 20_000,
  answerWithinMs: 10_000,
};

export interface ChannelListener {
  onNotice(payload: string): void;
  /** The connection was lost for a while: notices may have been missed. */
  onGap(): void;
}

/**
 * The connection of this process that listens for notices, one for all channels. It is opened with the first listener and
 * closed with the last; in between it reconnects by itself and reports the gap.
 */
export class NoticeConnection {
  readonly #database: Pick<Database, 'systemConnection'>;
  readonly #log: Log;
  readonly #channels = new Map<string, Set<ChannelListener>>();
  #client: Promise<pg.Client> | null = null;

  constructor(database: Pick<Database, 'systemConnection'>, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** A channel is a name in our code, never a value from outside. */
  async listen(channel: string, listener: ChannelListener): Promise<{ close(): Promise<void> }> {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(listener));
    try {
      const client = await this.#connected();
      await client.query(`listen ${channel}`);
    } catch (error) {
      await this.#remove(channel, listener);
      throw error;
    }
    return { close: () => this.#remove(channel, listener) };
  }

  async #remove(channel: string, listener: ChannelListener): Promise<void> {
    const listeners = this.#channels.get(channel);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#channels.delete(channel);
    if (this.#channels.size > 0) return;
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const opening = this.#open();
    this.#client = opening;
    opening.catch(() => {
      if (this.#client === opening) this.#client = null;
    });
    return opening;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#database.systemConnection(),
      application_name: 'parley live',
      keepAlive: true,
      query_timeout: noticeTimes.answerWithinMs,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#channels.get(channel) ?? []) listener.onNotice(payload);
    });
    await client.connect();
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    const pinging = setInterval(() => {
      client.query('select 1').catch(() => client.end().catch(() => {}));
    }, noticeTimes.pingEveryMs).unref();
    client.once('end', () => {
      clearInterval(pinging);
      this.#client = null;
      void this.#reconnect();
    });
    return client;
  }

  async #reconnect(): Promise<void> {
    if (this.#channels.size === 0) return;
    this.#log.warn({}, 'database connection for live events lost; reconnecting');
    const { firstRetryMs, longestRetryMs } = noticeTimes;
    for (let wait = firstRetryMs; this.#channels.size > 0; wait = Math.min(wait * 2, longestRetryMs)) {
      await delay(wait, undefined, { ref: false });
      try {
        await this.#connected();
        for (const listeners of this.#channels.values()) for (const each of listeners) each.onGap();
        return;
      } catch (err) {
        this.#log.debug({ err }, 'database connection for live events still down');
      }
    }
  }
}
