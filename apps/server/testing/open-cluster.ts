import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { type ClusterConnection, templateDatabase, testSecret } from './cluster.ts';

export interface TestCluster {
  readonly connection: ClusterConnection;
  stop(): Promise<void>;
}

/** Test files run in parallel, some with three servers. */
const maxConnections = 300;

/** A PostgreSQL with a migrated template database that each test file copies in milliseconds. */
export async function openTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const silent = { info() {}, warn() {}, error() {} };
  const first = await startEmbeddedPostgres({ dataDir, log: silent });
  await run(first.connection, `alter system set max_connections = ${maxConnections}`);
  // Processes are killed in these tests, the machine is not: it keeps what was written, and need not wait for the disk.
  await run(first.connection, 'alter system set fsync = off');
  await first.stop();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const connection: ClusterConnection = { ...postgres.connection };
  await run(connection, `create database ${templateDatabase}`);
  await prepareDatabase({ ...connection, database: templateDatabase }, testSecret);
  await prepareJobs({ ...connection, database: templateDatabase }, groupName(templateDatabase, 'system'));
  return {
    connection,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
}
