import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { startAfterCallServer } from '../testing/after-call-server.ts';
import { insertCall } from '../testing/example-person.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const tenantId = 'gs-dental';

let outbox: OutboxHarness;
beforeAll(async () => {
  outbox = await openOutboxHarness(tenantId);
});
afterAll(() => outbox.close());

/** The same database; every transaction of the system role is counted. */
function counted(database: Database): { database: Database; count: () => number } {
  let transactions = 0;
  return {
    database: {
      ...database,
      asSystem: (work) => {
        transactions += 1;
        return database.asSystem(work);
      },
      systemRows: (statement) => {
        transactions += 1;
        return database.systemRows(statement);
      },
    },
    count: () => transactions,
  };
}

test('FU5 the end of a call that nobody answered costs four transactions', async () => {
  const { database, count } = counted(outbox.database);
  const store = createOutboxStore(database, new NoticeConnection(outbox.database, silent));
  // It is told of each event. Looking in case a notice was missed is no part of what a call costs.
  const server = await startAfterCallServer({ database, store, leaseMs: 15_000, pollMs: 600_000 });
  const left = `
    select (select count(*)::int from outbox where not assigned and type = 'call.ended')
      + (select count(*)::int from outbox_positions where last_event > done_event) as count`;
  const waiting = async () => (await outbox.owner.query(left)).rows[0].count;
  const endCalls = async (calls: number) => {
    for (let n = 0; n < calls; n += 1) {
      const person = { tenantId, number: '+15005550065', userId: 'kit' };
      const id = await insertCall(outbox.owner, person, { status: 'ringing' });
      const ended = "update calls set status = 'no-answer', ended_at = now() where id = $1";
      await outbox.owner.query(ended, [id]);
      await expect.poll(waiting, { interval: 5 }).toBe(0);
    }
  };
  // After the second one the server has done what it does when it starts.
  await endCalls(2);
  const before = count();
  const calls = 20;
  await endCalls(calls);
  const spent = count() - before;
  await server.stop();
  expect(spent).toBeLessThanOrEqual(4 * calls);
});
