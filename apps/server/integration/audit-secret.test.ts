import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { createStoreReadings } from '../src/adapters/postgres/audit/store-readings.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { audit } from '../src/cli/run-audit.ts';
import { openVault } from '../src/composition/vault.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';

const next = 'the next secret, of forty characters too';
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let test_: TestDatabase;
const opened: Database[] = [];
beforeEach(async () => {
  test_ = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await test_.drop();
});

const others = () =>
  run(test_.owner, async (client) => {
    const { rows } = await client.query(
      'select from pg_stat_activity where usename <> current_user and datname = current_database()',
    );
    return rows.length;
  });

/** What a server with these settings does: it seals secrets anew, and entries as they come. */
async function serve(secret: string, previous: string | null, entries: number): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  // A secret that is still in use is not replaced, and a backend ends a little later than its client.
  await expect.poll(others, { interval: 20 }).toBe(0);
  const { login, secrets } = await prepareDatabase(test_.owner, secret, previous);
  const database = await openDatabase({
    ...{ owner: test_.owner, secret: login.value, secretId: login.id, onError: nothing, poolSize: 2 },
  });
  opened.push(database);
  const { keys } = await openVault(database, secrets, log);
  await createStoreReadings(database)(
    Array.from({ length: entries }, (_, n) => ({
      ...({
        tenantId: 'one',
        actor: 'kit',
        actorKind: 'person',
        address: null,
        action: 'call.read',
      } as const),
      ...{ subject: `call-${n}`, data: {}, at: 0 },
    })),
    0,
  );
  const sealing = createAuditSealing(database, keys, log);
  while (await sealing.sealSome()) {}
}

const verify = (secret: string, previous?: string) =>
  audit(['verify', '--tenant', 'one'], {
    ...{ DATABASE_URL: test_.url, AUTH_SECRET: secret, NODE_ENV: 'test' },
    ...(previous !== undefined && { AUTH_SECRET_PREVIOUS: previous }),
  });
const intact = (entries: number) => ({
  exitCode: 0,
  output: expect.stringContaining(`one: ${entries} entries, intact.`),
});

test('AU11: the chain goes on while AUTH_SECRET changes, and is verified with the settings of every step', async () => {
  await serve(testSecret, null, 3);
  expect(await verify(testSecret)).toMatchObject(intact(3));
  await serve(next, testSecret, 2);
  expect(await verify(next, testSecret)).toMatchObject(intact(5));
  await serve(next, null, 1);
  expect(await verify(next)).toMatchObject(intact(6));
  await run(test_.owner, (client) =>
    client.query(`
      update audit_readings set entries = replace(entries::text, 'call-2', 'call-9')::json where entry_count = 3`),
  );
  expect(await verify(next)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('(number 3 of the chain) was changed or moved.'),
  });
});

test('AU11: a secret that is not the deployment’s is refused in words, and nothing is called tampered with', async () => {
  await serve(testSecret, null, 3);
  const refused = await verify('another secret that nobody has ever set here');
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain('AUTH_SECRET');
  expect(refused.output).not.toContain('NOT INTACT');
});

test('AU11: a key that was replaced is told from entries that were changed', async () => {
  await serve(testSecret, null, 3);
  const stored = "select sealed from deployment_keys where name = 'audit-chain'";
  const [row] = await run(test_.owner, async (client) => (await client.query(stored)).rows);
  await run(test_.owner, (client) => client.query("delete from deployment_keys where name = 'audit-chain'"));
  const replaced = await verify(testSecret);
  expect(replaced.exitCode).toBe(1);
  expect(replaced.output).toMatch(/^No checkpoint fits the key of this deployment\./);
  await run(test_.owner, (client) =>
    client.query("update deployment_keys set sealed = $1 where name = 'audit-chain'", [row?.sealed]),
  );
  expect(await verify(testSecret)).toMatchObject(intact(3));
});
