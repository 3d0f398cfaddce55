import pg from 'pg';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { Database } from './database.ts';

/** A lock that belongs to a connection of its own: it goes when the work is done, and when the server dies. */
export function createExclusiveWork(database: Database): ExclusiveWork {
  return {
    async run(name, work) {
      const client = new pg.Client(database.systemConnection());
      // A connection that breaks during the work lets the next server in; the query after it reports the fault.
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
