import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { AuthSecret } from '../../ports/auth-secrets.ts';
import { planSecrets } from './auth-secret.ts';
import { type ConnectionBudget, connectionBudget } from './connection-budget.ts';
import { knownSecrets, type MovingSecrets } from './known-secrets.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { restrictRightsToDatabase } from './rights.ts';
import { dropLoginsExcept, ensureRoles, withRolesOfDatabase } from './roles.ts';
import { ownSearchFunction } from './search-owner.ts';

const folder = join(import.meta.dirname, 'migrations');

export interface PreparedDatabase {
  readonly applied: string[];
  readonly connections: ConnectionBudget;
  readonly secrets: MovingSecrets;
  /** Whose roles the server connects in. */
  readonly login: AuthSecret;
}

/** An arbitrary number that nothing else in this database uses as a lock key. */
const migrationLock = 7_031_955;

/**
 * Brings the database to the newest schema: SQL files in the order of their names, forward only, each in a transaction of
 * its own unless it says otherwise. Servers that start together wait for each other.
 */
export async function prepareDatabase(
  owner: ClientConfig,
  secret: string,
  previous: string | null = null,
): Promise<PreparedDatabase> {
  const client = new pg.Client(owner);
  await client.connect().catch((cause: Error) => {
    throw new Error(`The database cannot be reached. Check DATABASE_URL. (${cause.message})`, { cause });
  });
  try {
    await assertServerVersion(client);
    await lockMigrations(client);
    // First: with another secret, `ensureRoles` would lock out every running server.
    const plan = await planSecrets(client, owner, { secret, previous });
    await ensureRoles(client, owner, plan.login);
    await restrictRightsToDatabase(client, owner);
    if (plan.firstDigest !== null)
      await client.query("select set_config('parley.auth_secret_digest', $1, false)", [plan.firstDigest]);
    const applied = await applyMissing(client, owner);
    await ownSearchFunction(client, owner);
    await plan.store(client);
    await dropLoginsExcept(client, owner, plan.loginIds);
    return {
      applied,
      connections: await connectionBudget(client),
      secrets: knownSecrets(plan.secrets),
      login: plan.login,
    };
  } finally {
    await client.end();
  }
}

/** Polls: a session that waits inside a statement would block `create index concurrently`. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      migrationLock,
    ]);
    if (rows[0]?.mine) return;
    await delay(100);
  }
}

async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const oldest = 150_000;
  if (Number(rows[0]?.server_version_num) < oldest) throw new Error('Parley needs PostgreSQL 15 or newer.');
}

async function applyMissing(client: pg.Client, owner: ClientConfig): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migrations',
  );
  const known = new Map(rows.map((row) => [row.name, row.digest]));
  const applied: string[] = [];
  for (const name of await migrationNames()) {
    const sql = await readFile(join(folder, name), 'utf8');
    const own = createHash('sha256').update(sql).digest('hex');
    const digest = firstDigests[name] ?? own;
    const before = known.get(name);
    if (before === undefined) {
      await applyOne(client, name, withRolesOfDatabase(sql, owner), digest);
      applied.push(name);
    } else if (before !== digest && before !== own) {
      throw new Error(`The migration ${name} was changed after it had been applied. Add a new one instead.`);
    }
  }
  return applied;
}

/**
 * Migrations that were changed after databases had run them, with the digest that they had. With the migrations behind them
 * both lead to the same schema. The first digest is recorded, so that a server of the release before can still start.
 */
const firstDigests: Readonly<Record<string, string>> = {
  // checked every call under a lock that nobody else could have beside it
  '0020-tries.sql': '2c670029df9b4018dfebdaaa61b801a7b866431ab577ca12fa2ce15bf4295582',
};

export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function applyOne(client: pg.Client, name: string, sql: string, digest: string): Promise<void> {
  const record = () =>
    client.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest]);
  try {
    if (sql.startsWith(withoutTransaction)) {
      await retryConflicts(() => runStatements(client, sql));
      await record();
      return;
    }
    await inTransaction(client, async () => {
      await client.query(sql);
      await record();
    });
  } catch (error) {
    throw new Error(`The migration ${name} failed.`, { cause: error });
  }
}

/** What waits behind a migration that waits for a lock on a table: every page and every call. */
const lockTimeout = '2s';
const pauseBetweenAttemptsMs = 1_000;
/** About five minutes: as long as a dump or a report may hold a table. */
const attempts = 100;
/** lock_not_available and deadlock_detected */
const lockCodes: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** Gives up a lock that it cannot have soon, so that running servers go on, and tries again. */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt >= attempts || !lockCodes.has((error as { code?: string }).code)) throw error;
      await delay(pauseBetweenAttemptsMs);
    }
  }
}

/** The first line of a migration that cannot, or should not, run in one transaction. */
const withoutTransaction = '-- without a transaction\n';

/** One by one. After a failure they are run again from the first, now or at the next start. */
async function runStatements(client: pg.Client, sql: string): Promise<void> {
  const [, ...steps] = sql.split(/^-- step: .*$/m);
  for (const step of steps) await client.query(step);
}
