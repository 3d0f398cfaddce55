import pg from 'pg';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { Database } from './database.ts';

/** An advisory lock on a connection of its own: released when the work is done or the server dies. */
export function createExclusiveWork(database: Database): ExclusiveWork {
  return {
    async run(name, work) {
      const client = new pg.Client(database.systemConnection());
      // A connection that breaks during the work releases the lock; the next query reports the error.
      client.on('error', () => {});
      await client.connect();
      try {
        const { rows } = await client.query<{ mine: boolean }>(
          "select pg_try_advisory_lock(hashtext('parley work'), hashtext($1)) as mine",
          [name],
        );
        if (!rows[0]?.mine) return false;
        await work();
        return true;
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}
