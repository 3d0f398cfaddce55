import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { type ClusterConnection, templateDatabase, testSecret } from './cluster.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly owner: ClusterConnection;
  /** For server processes that a test starts. */
  readonly url: string;
  readonly secret: string;
  /** Connects as the server does, with its own roles. */
  open(): Promise<Database>;
  drop(): Promise<void>;
}

/** A database of its own for a test file, migrated and empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const owner = { ...cluster, database: `test_${randomBytes(6).toString('hex')}` };
  await asOwner(cluster, `create database ${owner.database} template ${templateDatabase}`);
  await prepareDatabase(owner, testSecret);
  const opened: Database[] = [];
  const drop = async () => {
    await Promise.all(opened.map((database) => database.close()));
    await untilDisconnected(cluster, owner.database);
    await asOwner(cluster, `drop database ${owner.database} with (force)`);
  };
  return {
    owner,
    url: urlOf(owner),
    secret: testSecret,
    open: async () => {
      const database = await openDatabase({ owner, secret: testSecret, onError: () => {} });
      opened.push(database);
      return database;
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** Connections to one template database exclude each other, so copies are made one at a time. */
async function asOwner(cluster: ClusterConnection, sql: string): Promise<void> {
  const client = new pg.Client({ ...cluster, database: 'postgres' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Connections of a closed pool end a little later; a forced drop before that would log errors. */
export async function untilDisconnected(cluster: ClusterConnection, database: string): Promise<void> {
  const client = new pg.Client({ ...cluster, database: 'postgres' });
  await client.connect();
  const deadline = Date.now() + 2_000;
  try {
    for (let open = 1; open > 0 && Date.now() < deadline; ) {
      const text = 'select 1 from pg_stat_activity where datname = $1';
      open = (await client.query(text, [database])).rowCount ?? 0;
      if (open > 0) await delay(10);
    }
  } finally {
    await client.end();
  }
}

export function urlOf({ host, port, user, password, database }: ClusterConnection): string {
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgres://${credentials}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
