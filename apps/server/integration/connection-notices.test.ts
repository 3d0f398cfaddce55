import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionNotices } from '../src/adapters/postgres/connections/notices.ts';
import { createConnectionStore } from '../src/adapters/postgres/connections/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { ConnectionRegistry } from '../src/features/connections/registry.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { Actor, ConnectionStore } from '../src/ports/connections.ts';
import type { Log } from '../src/ports/log.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';
import { phoneAccount } from '../testing/phone-accounts.ts';

let test_: TestDatabase;
let database: Database;
let store: ConnectionStore;
const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = onlySecret('a secret of forty characters for testing');

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  store = createConnectionStore({ database, secrets, log });
});
afterAll(() => test_.drop());

const newTenant = () => createTenant(database);

/** A server, as far as connections go. */
async function server(pollMs: number) {
  const own = await test_.open();
  const notices = new NoticeConnection(own, log);
  const registry = new ConnectionRegistry({
    store: createConnectionStore({ database: own, secrets, log }),
    notices: connectionNotices(notices),
    log,
    pollMs,
  });
  return { registry, running: await registry.start() };
}

describe('several servers', () => {
  const never = 600_000;

  test('CN6: a change on one is used by all: by notice', async () => {
    const actor = await newTenant();
    const servers = await Promise.all([server(never), server(never), server(never)]);
    const tokens = () =>
      servers.map(
        ({ registry }) =>
          registry.snapshot().active(actor.tenantId, 'phone')?.secrets.get('auth-token')?.value,
      );
    const connecting = await store.connect(phoneAccount(actor));
    if (connecting.kind !== 'connected') throw new Error(connecting.kind);
    const { id } = connecting;
    await expect.poll(tokens).toEqual(['token-1', 'token-1', 'token-1']);
    await store.replaceSecrets({ actor, id, revision: 1, secrets: { 'auth-token': 'token-2' } });
    await expect.poll(tokens).toEqual(['token-2', 'token-2', 'token-2']);
    await store.setSide({ actor, side: 'real', revision: 0 });
    const sides = () => servers.map(({ registry }) => registry.snapshot().calling(actor.tenantId).side);
    await expect.poll(sides).toEqual(['real', 'real', 'real']);
    await Promise.all(servers.map(({ running }) => running.close()));
  });

  test('CN6: a change is used also where its notice never comes: by the version', async () => {
    const actor = await newTenant();
    const deaf = new ConnectionRegistry({
      store,
      notices: { listen: async () => ({ close: async () => {} }) },
      log,
      pollMs: 50,
    });
    const running = await deaf.start();
    await store.connect(phoneAccount(actor));
    await expect.poll(() => deaf.snapshot().active(actor.tenantId, 'phone')?.revision).toBe(1);
    await running.close();
  });
});

describe('the side of an organization', () => {
  test('is said by a person, and two who say it at once do not overwrite each other', async () => {
    const actor = await newTenant();
    await store.markLookedAt(actor, 'opening');
    const results = await Promise.all([
      store.setSide({ actor, side: 'real', revision: 0 }),
      store.setSide({ actor, side: 'sandbox', revision: 0 }),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['stale', 'switched']);
    const { calling } = await store.load(actor.tenantId);
    expect(calling).toMatchObject([{ revision: 1, setBy: actor.userId, lookedAt: { opening: {} } }]);
  });

  test('the environment speaks only where nobody has', async () => {
    const [fresh, decided] = [await newTenant(), await newTenant()];
    await store.setSide({ actor: decided, side: 'sandbox', revision: 0 });
    for (const { tenantId } of [fresh, decided]) await store.sideOfEnvironment(tenantId);
    await store.sideOfEnvironment(fresh.tenantId);
    const { calling } = await store.load();
    const of = ({ tenantId }: Actor) => calling.find((each) => each.tenantId === tenantId);
    expect(of(fresh)).toMatchObject({ side: 'real', setBy: 'environment', revision: 1 });
    expect(of(decided)).toMatchObject({ side: 'sandbox', setBy: decided.userId });
  });

  test('CN15: in the sandbox no release can insert a real call', async () => {
    const actor = await newTenant();
    await store.setSide({ actor, side: 'sandbox', revision: 0 });
    const insert = (carrier: string) =>
      run(test_.owner, (client) =>
        client.query(
          `insert into calls (tenant_id, id, carrier, direction, status, engine)
           values ($1, gen_random_uuid(), $2, 'outbound', 'queued', 'relay')`,
          [actor.tenantId, carrier],
        ),
      );
    await expect(insert('twilio')).rejects.toThrow('in the sandbox');
    await insert('lab');
  });
});
