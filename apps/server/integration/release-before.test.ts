import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { type SQL, sql } from '../src/adapters/postgres/drizzle.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallStore } from '../src/ports/call-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';

const at = new Date('2026-10-13T10:00:00Z');
let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let store: CallStore;
let id: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  store = createCallStore(database, { send: async () => {} });
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});
beforeEach(async () => {
  const person = { tenantId: 'one', number: '+12025550123', userId: 'kit' };
  id = await insertCall(owner, person, { status: 'in-progress' });
});

describe('CL17: beside a server of the release before', () => {
  const completed = { at, changes: { status: 'completed' }, event: { kind: 'ended', data: {} } } as const;
  const asDesk = (statement: SQL) =>
    database.forTenant('one', async (tx) => (await tx.execute(statement)).rows);
  /** Its own statements: it knows the modes `live` and `try`, and deletes for good. */
  const before = {
    list: () => asDesk(sql`select id from calls where mode = 'live' order by id desc limit 100`),
    get: (callId: string) => asDesk(sql`select id from calls where id = ${callId} and mode = 'live'`),
    entries: (callId: string) =>
      asDesk(sql`
        select message from transcript_entries where call_id = ${callId}
          and exists (select from calls where id = ${callId} and mode = 'live')`),
    remove: (callId: string) =>
      asDesk(sql`
        with removed as (
          delete from calls where id = ${callId} and mode = 'live' and status in ('completed', 'failed') returning id
        ), audited as (
          insert into audit_log (tenant_id, actor, action, subject) select 'one', 'kit', 'call.deleted', id from removed
        )
        select id from removed`),
  };
  const write = (callId: string) =>
    database.asSystem(async (tx) => {
      await tx.execute(sql`
        insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
        values ('one', ${callId}, 0, 'user', 'Please call me back.', now())`);
      await tx.execute(sql`
        insert into follow_ups (tenant_id, id, source_key, reason, call_id, entry, what, due_at)
        values ('one', ${randomUUIDv7()}, ${`call/${callId}/callback`}, 'callback', ${callId}, 0, 'Call back.', now())`);
    });

  test('a call that this one deleted is hidden from it, and is not deleted a second time', async () => {
    await write(id);
    await store.change({ id }, () => completed);
    expect(await before.get(id)).toEqual([{ id }]);
    await store.remove('one', id, 'kit');
    expect(await before.list()).not.toContainEqual({ id });
    expect([await before.get(id), await before.entries(id), await before.remove(id)]).toEqual([[], [], []]);
    // What it still stores of the call is there when the call is brought back.
    await database.asSystem((tx) =>
      tx.execute(sql`update calls set summary = 'They asked.', summary_state = 'ready' where id = ${id}`),
    );
    expect(await store.restore('one', id, 'kit')).toMatchObject({ _id: id });
    expect(await store.detail('one', id)).toMatchObject({ summary: 'They asked.' });
    expect(await before.entries(id)).toEqual([{ message: 'Please call me back.' }]);
  });

  test('a call that it deletes is gone for good, and what is to be done stays without it', async () => {
    await write(id);
    await store.change({ id }, () => completed);
    await asDesk(sql`
      insert into outcome_corrections (tenant_id, call_id, field_id, value) values ('one', ${id}, 'result', '"not"')`);
    expect(await before.remove(id)).toEqual([{ id }]);
    expect(await store.restore('one', id, 'kit')).toBeNull();
    expect(await store.find({ id })).toBeNull();
    const left = await database.asSystem(async (tx) => {
      const { rows } = await tx.execute(sql`
        select call_id, entry, (select count(*)::integer from outbox where type = 'call.deleted'
          and subject = ${`call/${id}`}) as deletions
        from follow_ups where source_key = ${`call/${id}/callback`}`);
      return rows;
    });
    expect(left).toMatchObject([{ call_id: null, deletions: 1 }]);
  });
});
