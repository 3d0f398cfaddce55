import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { type ClusterConnection, templateDatabase, testSecret } from './cluster.ts';

/** One PostgreSQL for the whole run, with a migrated template database that each test file copies in milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const silent = { info() {}, warn() {}, error() {} };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const cluster: ClusterConnection = { ...postgres.connection };
  const admin = new pg.Client(cluster);
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  await prepareDatabase({ ...cluster, database: templateDatabase }, testSecret);
  await prepareJobs({ ...cluster, database: templateDatabase }, groupName(templateDatabase, 'system'));
  project.provide('cluster', cluster);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
