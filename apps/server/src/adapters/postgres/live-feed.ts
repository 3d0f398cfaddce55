import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { LiveFeed, LiveListener } from '../../ports/live-events.ts';
import type { Log } from '../../ports/log.ts';
import { readCall, readEntry } from './call-reads.ts';
import type { Database } from './database.ts';
import { liveChannel, readNotice } from './live-notices.ts';

const firstRetryMs = 100;
const longestRetryMs = 5_000;
/** A connection that was lost without a message is noticed by a regular query. */
const pingEveryMs = 20_000;

export function createLiveFeed(database: Database, log: Log): LiveFeed {
  return {
    listen: async (listener) => {
      const connection = new LiveConnection(database, listener, log);
      await connection.open();
      return connection;
    },

    read: async (notice) => {
      const { tenantId } = notice;
      switch (notice.kind) {
        case 'removed':
          return { type: 'call.removed', callId: notice.callId };
        case 'changed': {
          const call = await readCall(database, tenantId, notice.callId);
          return call && { type: 'call.changed', call };
        }
        case 'spoken': {
          const entry = await readEntry(database, tenantId, notice.callId, notice.ordinal);
          return entry && { type: 'transcript.added', callId: notice.callId, entry };
        }
        case 'listed':
          return { type: 'list.changed', list: notice.list };
      }
    },
  };
}

/** The connection of this process that listens for notices. It reconnects by itself and reports the gap. */
class LiveConnection {
  readonly #database: Database;
  readonly #listener: LiveListener;
  readonly #log: Log;
  #client: pg.Client | null = null;
  #closed = false;
  #pinging: NodeJS.Timeout | undefined;

  constructor(database: Database, listener: LiveListener, log: Log) {
    this.#database = database;
    this.#listener = listener;
    this.#log = log;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      ...this.#database.systemConnection(),
      application_name: 'parley live',
      keepAlive: true,
      query_timeout: 10_000,
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => {
      const notice = readNotice(payload);
      if (notice) this.#listener.onNotice(notice);
    });
    await client.connect();
    await client.query(`listen ${liveChannel}`).catch(async (error: unknown) => {
      await client.end().catch(() => {});
      throw error;
    });
    if (this.#closed) return client.end();
    this.#client = client;
    client.once('end', () => void this.#lost());
    this.#pinging = setInterval(() => {
      client.query('select 1').catch(() => client.end().catch(() => {}));
    }, pingEveryMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#pinging);
    await this.#client?.end().catch(() => {});
  }

  async #lost(): Promise<void> {
    clearInterval(this.#pinging);
    this.#client = null;
    if (this.#closed) return;
    this.#log.warn({}, 'database connection for live events lost; reconnecting');
    for (let wait = firstRetryMs; !this.#closed; wait = Math.min(wait * 2, longestRetryMs)) {
      await delay(wait, undefined, { ref: false });
      try {
        await this.open();
        if (!this.#closed) this.#listener.onGap();
        return;
      } catch (err) {
        this.#log.debug({ err }, 'database connection for live events still down');
      }
    }
  }
}
