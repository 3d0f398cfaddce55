import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { asUnavailable, codeOf, tooManyConnections } from './unavailable.ts';

/** How long a request may wait for a connection. */
const patienceMs = 10_000;
const againAfterMs = 50;

export interface PoolOptions extends pg.PoolConfig {
  readonly max: number;
  readonly onError: (error: Error) => void;
}

export function openPool({ onError, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: patienceMs,
    // What does not need the answer before it is sent along with it: a transaction opens without a trip of its own.
    pipeline: true,
    ...options,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', onError);
  // While it is lent out the pool does not listen: the query that fails tells of it, and nothing else may.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A connection of the pool. Where the server has none left to give, one that this pool has already may come free: that
 * is waited for as well.
 */
export async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  for (const deadline = performance.now() + patienceMs; ; await delay(againAfterMs)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (codeOf(error) !== tooManyConnections || performance.now() > deadline) throw error;
    }
  }
}

/** Opens the connections that the pool then keeps (`min`), so that nobody else can take them. */
export async function fill(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.min ?? 0 }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Lends a connection; what makes the database unavailable is told as such. */
export async function using<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  try {
    const client = await connectionOf(pool);
    try {
      return await work(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}
