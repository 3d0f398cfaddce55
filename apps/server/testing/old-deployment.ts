import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { connectionFor } from '../src/adapters/postgres/roles.ts';
import type { ClusterConnection } from './cluster.ts';

const folder = join(import.meta.dirname, '../src/adapters/postgres/migrations');
const migrations = [
  '0001-desk.sql',
  '0002-identity.sql',
  '0003-voice-sessions.sql',
  '0004-first-account.sql',
];

/** A database as the version before migration 0005 left it: rights held by groups shared by the cluster, no digest. */
export async function makeOldDeployment(secret: string): Promise<ClusterConnection> {
  const cluster = inject('cluster');
  const owner = { ...cluster, database: `old_${randomBytes(6).toString('hex')}` };
  await run(cluster, async (client) => void (await client.query(`create database ${owner.database}`)));
  await run(owner, async (client) => {
    await startAsOldVersion(client, owner, secret);
    await client.query(
      'create table schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    for (const name of migrations) {
      const sql = await readFile(join(folder, name), 'utf8');
      const digest = createHash('sha256').update(sql).digest('hex');
      await client.query(sql);
      await client.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest]);
    }
    await client.query(`insert into tenants (id, name) values ('one', 'One')`);
  });
  await prepareJobs(owner, 'parley_system');
  return owner;
}

/** What that version does with roles at every start. */
export async function startAsOldVersion(
  client: pg.ClientBase,
  owner: ClusterConnection,
  secret: string,
): Promise<void> {
  for (const role of ['app', 'system', 'identity'] as const) {
    await client.query(
      `do $$ begin create role parley_${role} nologin; exception when duplicate_object then null; end $$`,
    );
    const { user, password } = connectionFor(owner, role, secret);
    const entry = `${user} login password ${pg.escapeLiteral(String(password))}`;
    await client.query(
      `do $$ begin create role ${entry}; exception when duplicate_object then alter role ${entry}; end $$`,
    );
    await client.query(`grant parley_${role} to ${user}`);
  }
}

export async function run<T>(at: ClusterConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(at);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
