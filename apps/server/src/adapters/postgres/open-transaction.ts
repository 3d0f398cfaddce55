import type pg from 'pg';
import type { OpenTransaction } from '../../ports/jobs.ts';
import type { Transaction } from './database.ts';

/** The transaction for code with its own SQL, such as the job queue. */
export function openTransaction(tx: Transaction): OpenTransaction {
  const { $client } = tx as Transaction & { $client: pg.PoolClient };
  return { executeSql: (text, values) => $client.query(text, values) };
}
