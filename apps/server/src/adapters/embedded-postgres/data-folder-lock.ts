import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataFolderInUseError } from './errors.ts';
import { STARTER_SETTING } from './postmaster.ts';
import { isAlive } from './processes.ts';

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** An arbitrary number that nothing else locks in the `postgres` database. */
const LOCK_KEY = 7_275_395_101;
/** The session of a killed holder ends within milliseconds, and a starter takes its lock as quickly. */
const LOCK_TIMEOUT_MS = 1_500;
const POLL_MS = 25;

/**
 * An advisory lock held by an open session: PostgreSQL releases it when the process is killed, which no lock file does
 * (decision 016). The process that started the server goes first, because the server stops with that process.
 */
export async function lockDataFolder(
  connection: Connection,
  dataDir: string,
  started: boolean,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    ssl: false,
    application_name: 'parley data folder lock',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await takeLock(client, dataDir, started);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function takeLock(client: pg.Client, dataDir: string, started: boolean): Promise<void> {
  const until = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const locked = await tryLock(client);
    const patient = Date.now() < until;
    const starterFirst = !started && (await isStarterAlive(client));
    // A starter that is alive and does not lock in time is another process with a recycled id.
    if (locked && !(starterFirst && patient)) return;
    if (locked) await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    else if (starterFirst || !patient) throw new DataFolderInUseError(dataDir);
    await delay(POLL_MS);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCK_KEY]);
  return rows[0]?.locked === true;
}

async function isStarterAlive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select current_setting($1, true) as pid', [STARTER_SETTING]);
  const pid = Number(rows[0]?.pid);
  return pid > 1 && isAlive(pid);
}

/** Called under the lock, so that it is not created twice. */
export async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
}
