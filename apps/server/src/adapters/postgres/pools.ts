import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { asUnavailable, codeOf, tooManyConnections } from './unavailable.ts';

/** How long a request may wait for a connection. */
const acquireTimeoutMs = 10_000;
const retryDelayMs = 50;

export interface PoolOptions extends pg.PoolConfig {
  readonly max: number;
  readonly onError: (error: Error) => void;
}

export function openPool({ onError, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: acquireTimeoutMs,
    // Statements are sent without waiting for earlier results: opening a transaction costs no round trip.
    pipeline: true,
    ...options,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', onError);
  // The pool does not listen while a connection is in use; its failed query reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A connection of the pool. When the database refuses another one (too many connections), one of this pool may become
 * free, so the request is repeated until the time-out.
 */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  for (const deadline = performance.now() + acquireTimeoutMs; ; await delay(retryDelayMs)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (codeOf(error) !== tooManyConnections || performance.now() > deadline) throw error;
    }
  }
}

/** Opens the connections that the pool keeps (`min`), before other servers take them. */
export async function openReserved(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.min ?? 0 }, () => pool.connect()));
  for (const client of clients) client.release();
}

/** Runs `work` with a connection of the pool; an outage is thrown as `database_unavailable`. */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    const client = await acquireConnection(pool);
    try {
      return await work(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}
