import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRetentionStore } from '../src/adapters/postgres/data/retention.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTenant } from '../testing/create-tenant.ts';
import {
  type OutsidePostgres,
  ownerAsDocumented,
  startOutsidePostgres,
} from '../testing/outside-postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';

let postgres: OutsidePostgres;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-outside-'));
  postgres = await startOutsidePostgres();
  databaseUrl = await ownerAsDocumented(postgres);
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an outside database is reached over TCP: migrated, served from, and left running', async () => {
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    DATA_DIR: join(folder, 'data'),
  });
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

test('an owner who may only create roles can start again on an existing database', async () => {
  for (const name of ['again', 'and again']) {
    const server = await startServerProcess({
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: testSecret,
      DATA_DIR: join(folder, name),
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end()).toBe(0);
  }
});

test('RC9: with an owner whom row-level security binds, calls with a recording can be deleted', async () => {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  const owner = { host: hostname, port: Number(port), ...login, database: pathname.slice(1) };
  await prepareDatabase(owner, testSecret);
  const database = await openDatabase({ owner, secret: testSecret, onError: () => {} });
  try {
    const { tenantId } = await createTenant(database);
    const [first, second] = [randomUUID(), randomUUID()];
    await database.asSystem(async (tx) => {
      for (const id of [first, second]) {
        await tx.execute(sql`
          insert into calls (tenant_id, id, carrier, direction, from_number, to_number, status, engine)
          values (${tenantId}, ${id}, 'lab', 'outbound', '+15005550006', '+12025550123', 'completed', 'relay')`);
        await tx.execute(sql`
          insert into recordings (tenant_id, call_id, carrier, carrier_sid, remove_at_carrier)
          values (${tenantId}, ${id}, 'lab', 'CA1', true)`);
      }
    });
    await database.asSystem((tx) => tx.execute(sql`delete from calls where id = ${first}`));
    const later = new Date(Date.now() + 86_400_000);
    expect(await createRetentionStore(database).removeCalls(tenantId, later, 10)).toBe(1);
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select call_id from recording_deletions`),
    );
    expect(rows.map((row) => row.call_id).toSorted()).toEqual([first, second].toSorted());
  } finally {
    await database.close();
  }
});

test('an outside database that cannot be reached is reported in a sentence', async () => {
  const nowhere = databaseUrl.replace(/:\d+\//, ':1/');
  const refused = startServerProcess({
    DATABASE_URL: nowhere,
    AUTH_SECRET: testSecret,
    DATA_DIR: join(folder, 'nowhere'),
  });
  await expect(refused).rejects.toThrow('The database cannot be reached. Check DATABASE_URL.');
});
