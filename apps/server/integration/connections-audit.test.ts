import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConnectionStore } from '../src/adapters/postgres/connections/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { ConnectionStore } from '../src/ports/connections.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';
import { newNumber, phoneAccount as phone, sidOf } from '../testing/phone-accounts.ts';

let test_: TestDatabase;
let database: Database;
let store: ConnectionStore;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  store = createConnectionStore({
    database,
    log,
    secrets: onlySecret('a secret of forty characters for testing'),
  });
});
afterAll(() => test_.drop());

test('CN18: changing an account, pointing a number and going back to the default are in the audit log', async () => {
  const one = await createTenant(database);
  const number = newNumber();
  const result = await store.connect(phone(one, { numbers: [number] }));
  const id = result.kind === 'connected' ? result.id : '';
  const chosen = [{ number, sid: sidOf(number) }];
  await store.changePhone({ actor: one, id, revision: 1, numbers: { chosen, main: number } });
  await store.markPointing(one.tenantId, id, { number, pointing: 'pointing', by: one.userId });
  await store.markPointing(one.tenantId, id, { number, pointing: null });
  await store.useDefault({ actor: one, id, revision: 2 });
  const { rows } = await run(test_.owner, (client) =>
    client.query('select actor, action, data from audit_log where subject = $1 order by id', [
      `connection/${id}`,
    ]),
  );
  const kind = 'phone';
  expect(rows.slice(1)).toEqual([
    { actor: one.userId, action: 'connection.changed', data: { kind, what: ['numbers'] } },
    { actor: one.userId, action: 'connection.changed', data: { kind, what: ['pointing'] } },
    { actor: one.userId, action: 'connection.default_used', data: { kind } },
  ]);
});
