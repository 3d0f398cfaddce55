import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { choosePort } from '../src/listening.ts';
import { startServerProcess } from '../src/testing/server-process.ts';

const silent = { info() {}, warn() {}, error() {} };
let folder: string;
let databaseUrl: string;
let stop: () => Promise<void>;

/** A PostgreSQL that listens on TCP, as one on another machine does. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-outside-'));
  const dataDir = join(folder, 'database');
  const port = await choosePort('127.0.0.1', 0, true);
  const first = await startEmbeddedPostgres({ dataDir, log: silent });
  const client = new pg.Client(first.connection);
  await client.connect();
  await client.query("alter system set listen_addresses = '127.0.0.1'");
  await client.query(`alter system set port = ${port}`);
  await client.end();
  await first.stop();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const { user, password, database } = postgres.connection;
  databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  stop = () => postgres.stop();
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('an outside database is reached over TCP: migrated, served from, and left running', async () => {
  const server = await startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const signedUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({
        firstName: 'A',
        lastName: 'B',
        email: 'a@example.com',
        password: 'a long password',
      }),
    });
    expect(signedUp.status).toBe(200);
  } finally {
    await server.end();
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ addr: string | null; users: number }>(
    'select inet_server_addr() as addr, (select count(*)::int from identity."user") as users',
  );
  await client.end();
  expect(rows[0]).toEqual({ addr: '127.0.0.1', users: 1 });
});

test('an outside database that is not there is told in a sentence', async () => {
  const nowhere = databaseUrl.replace(/:\d+\//, ':1/');
  const refused = startServerProcess({ DATABASE_URL: nowhere, DATA_DIR: join(folder, 'nowhere') });
  await expect(refused).rejects.toThrow('The database cannot be reached. Check DATABASE_URL.');
});
