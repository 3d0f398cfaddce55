import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { AgentStore } from '../src/ports/agent-store.ts';
import type { CallReservation } from '../src/ports/call-admission.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';

let testDatabase: TestDatabase;
let database: Database;
let agents: AgentStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  agents = createAgentStore(database);
  await agents.createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());

function order(): CallReservation {
  const callId = randomUUIDv7();
  return {
    ...{
      tenantId: 'one',
      userId: 'kit',
      callId,
      agentId: 'kuzco',
      agentVersion: 1,
      fingerprint: callId,
      at: new Date(),
    },
    ...{ to: '+12025550123', from: '+15005550006', instructions: 'Say hello.', idempotencyKey: null },
    carrier: 'lab',
    carrierAccount: null,
    engine: 'relay',
  };
}

test('a burst of calls does not leave the tenant’s pages and conversations waiting for a connection', async () => {
  // Another server holds the lock of this tenant for a while.
  const other = new pg.Client(testDatabase.owner);
  await other.connect();
  await other.query("select pg_advisory_lock(hashtext('parley dial'), hashtext('one'))");
  const dialBook = createCallAdmission(database);
  const burst = Array.from({ length: 40 }, () => dialBook.reserve(order(), noLimits));

  expect(await agents.get('one', 'kuzco', null)).toMatchObject({ id: 'kuzco' });

  await other.end();
  expect((await Promise.all(burst)).map(({ kind }) => kind)).toEqual(burst.map(() => 'admitted'));
});
