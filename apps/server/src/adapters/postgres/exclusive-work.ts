import pg from 'pg';
import { type Clock, wallClock } from '../../ports/clock.ts';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { Database } from './database.ts';

interface ExclusiveOptions {
  /** A server that says nothing for so long, because it is suspended, loses the lock: others would wait for it without end. */
  readonly silenceMs?: number;
  readonly clock?: Clock;
}

/** An advisory lock on a connection of its own: released when the work is done or the server dies. */
export function createExclusiveWork(
  database: Database,
  { silenceMs = 20_000, clock = wallClock }: ExclusiveOptions = {},
): ExclusiveWork {
  const keepAlive = (client: pg.Client) => {
    let cancel = () => {};
    const next = () => {
      cancel = clock.after(silenceMs / 4, () => {
        client.query('select').catch(() => {});
        next();
      });
    };
    next();
    return () => cancel();
  };
  return {
    async run(name, work) {
      const client = new pg.Client(database.systemConnection());
      // A connection that breaks during the work releases the lock; the next query reports the error.
      client.on('error', () => {});
      await client.connect();
      try {
        const { rows } = await client.query<{ mine: boolean }>(
          `select set_config('idle_session_timeout', $2, false),
             pg_try_advisory_lock(hashtext('parley work'), hashtext($1)) as mine`,
          [name, String(silenceMs)],
        );
        if (!rows[0]?.mine) return false;
        const stop = keepAlive(client);
        await work().finally(stop);
        return true;
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}
