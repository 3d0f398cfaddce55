import type pg from 'pg';
import { acquireConnection } from './pools.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { asUnavailable } from './unavailable.ts';

/** A transaction on the accounts. Its work must consist of queries only: after a deadlock it is run again. */
export function inIdentityTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return retryConflicts(async () => {
    const client = await acquireConnection(pool).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      const broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      );
      client.release(broken);
      throw asUnavailable(error);
    }
  });
}
