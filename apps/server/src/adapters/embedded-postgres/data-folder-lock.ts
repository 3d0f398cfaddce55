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

/** Any constant will do, as long as nothing else locks it in the `postgres` database. */
const LOCK_KEY = 7_275_395_101;
/** A killed holder's session ends within milliseconds; a starter of this server needs no longer to take its own lock. */
const LOCK_TIMEOUT_MS = 1_500;
const POLL_MS = 25;

/**
 * A lock held by an open session: it frees itself when its process is killed, which no lock file does.
 * Whoever started the server goes first, because the server goes down with that process.
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
    // A starter that lives and does not lock in time is a stranger with a recycled process id.
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

/** Under the lock, so that nobody else makes it at the same time. */
export async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
}
