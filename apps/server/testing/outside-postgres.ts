import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { freePort } from './free-port.ts';

const silent = { info() {}, warn() {}, error() {} };

export interface OutsidePostgres {
  /** As its superuser. */
  readonly adminUrl: string;
  /** The same server for another role and database. */
  urlFor(role: { user: string; password: string; database: string }): string;
  stop(): Promise<void>;
}

/** A PostgreSQL that listens on TCP, as one on another machine does. */
export async function startOutsidePostgres(maxConnections = 150): Promise<OutsidePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-outside-'));
  const dataDir = join(folder, 'database');
  const port = await freePort();
  const first = await startEmbeddedPostgres({ dataDir, log: silent });
  const client = new pg.Client(first.connection);
  await client.connect();
  await client.query("alter system set listen_addresses = '127.0.0.1'");
  await client.query(`alter system set port = ${port}`);
  await client.query(`alter system set max_connections = ${maxConnections}`);
  await client.end();
  await first.stop();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const urlFor: OutsidePostgres['urlFor'] = ({ user, password, database }) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return {
    adminUrl: urlFor(postgres.connection),
    urlFor,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const page = join(import.meta.dirname, '../../../docs/operations.md');

/** Creates database and owner with the statements of docs/operations.md; the owner's URL. */
export async function ownerAsDocumented({ adminUrl, urlFor }: OutsidePostgres): Promise<string> {
  const documented = /```sql\n([^`]+)```/.exec(await readFile(page, 'utf8'))?.[1] ?? '';
  // The embedded server has a database and role `parley` already.
  const sql = documented.replaceAll('parley', 'outside');
  const [, user = '', password = ''] = /create role (\w+) .*password '([^']+)'/.exec(sql) ?? [];
  const [, database = ''] = /create database (\w+)/.exec(sql) ?? [];
  const client = new pg.Client(adminUrl);
  await client.connect();
  for (const statement of sql.split(';')) if (statement.trim() !== '') await client.query(statement);
  await client.end();
  return urlFor({ user, password, database });
}
