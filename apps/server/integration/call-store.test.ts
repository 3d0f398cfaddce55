import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { eq, sql } from '../src/adapters/postgres/drizzle.ts';
import { liveChannel } from '../src/adapters/postgres/live-notices.ts';
import { auditLog, callEvents } from '../src/adapters/postgres/schema.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallReservation } from '../src/ports/call-admission.ts';
import type { CallStore } from '../src/ports/call-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';

let testDatabase: TestDatabase;
let database: Database;
let store: CallStore;
let id: string;

const at = new Date('2026-10-13T10:00:00Z');
const job = { queue: 'call-summary', data: {}, key: 'k' };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  store = createCallStore(database, { send: async () => {} });
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  id = await newCall();
});

async function newCall(): Promise<string> {
  const callId = randomUUIDv7();
  const order: CallReservation = {
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
  await createCallAdmission(database).reserve(order, noLimits);
  return callId;
}

const eventsOf = (callId: string) =>
  database.asSystem((tx) => tx.select().from(callEvents).where(eq(callEvents.callId, callId)));

const ringing = { at, changes: { status: 'ringing' }, event: { kind: 'ringing', data: {} } } as const;

describe('CL7: a change', () => {
  test('is stored, logged as an event and published', async () => {
    await using line = await listen();
    expect(await store.change({ id }, () => ringing)).toMatchObject({
      changed: true,
      call: { status: 'ringing', checkedAt: at },
    });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['requested', 'ringing']);
    await expect.poll(() => line.heard).toContainEqual({ kind: 'changed', tenantId: 'one', callId: id });
  });

  test.each([
    [{ status: 'ringing' }],
    [{ reason: 'voicemail' }],
    [{ answeredAt: at }],
    [{ endedAt: at }],
    [{ duration: 7 }],
    [{ summary: 'They agreed.' }],
    [{ summaryState: 'ready' }],
  ] as const)('of %j alone reaches open pages', async (changes) => {
    await using line = await listen();
    await store.change({ id }, () => ({ at, changes, event: { kind: 'noted', data: {} } }));
    await expect.poll(() => line.heard).toContainEqual({ kind: 'changed', tenantId: 'one', callId: id });
  });

  test('of a field that no page shows is not published', async () => {
    await using line = await listen();
    const claim = { carrierSid: `CA-${id}` };
    await store.change({ id }, () => ({ at, changes: claim, event: { kind: 'noted', data: {} } }));
    const later = await newCall();
    await expect.poll(() => line.heard.map(({ callId }) => callId)).toContain(later);
    expect(line.heard.map(({ callId }) => callId)).not.toContain(id);
  });

  test('of which a part fails is rolled back', async () => {
    await using line = await listen();
    const failing = createCallStore(database, {
      send: async () => {
        throw new Error('the queue is away');
      },
    });
    await expect(failing.change({ id }, () => ({ ...ringing, jobs: [job] }))).rejects.toThrow(
      'the queue is away',
    );
    expect(await store.find({ id })).toMatchObject({ status: 'queued' });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['requested']);
    const later = await newCall();
    await expect.poll(() => line.heard.map(({ callId }) => callId)).toContain(later);
    expect(line.heard.map(({ callId }) => callId)).not.toContain(id);
  });

  test('is serialized: no decision is made on a stale row', async () => {
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.change({ id }, (call) => {
          const duration = (call.duration ?? 0) + 1;
          seen.push(duration);
          return { at, changes: { duration }, event: { kind: 'counted', data: {} } };
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  test('that is stored once is in the history and the audit log once, also when two servers want it', async () => {
    const change = { at, changes: {}, event: { kind: 'do_not_call', data: {} }, once: true };
    const audit = { actor: 'agent kuzco', action: 'do_not_call.added' } as const;
    expect(await store.hasEvent(id, 'do_not_call')).toBe(false);
    await Promise.all([0, 1, 2].map(() => store.change({ id }, () => ({ ...change, audit }))));
    expect(await store.hasEvent(id, 'do_not_call')).toBe(true);
    expect(await store.hasEvent(await newCall(), 'do_not_call')).toBe(false);
    const kinds = (await eventsOf(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'do_not_call')).toHaveLength(1);
    const audited = await database.asSystem((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.subject, id)),
    );
    expect(audited.filter(({ action }) => action === audit.action)).toHaveLength(1);
  });

  test('without a difference is ignored; an unknown call is null', async () => {
    expect(await store.change({ id }, () => null)).toMatchObject({ changed: false, call: { id } });
    expect(await store.change({ id: randomUUIDv7() }, () => ringing)).toBeNull();
    expect(await store.change({ sid: 'CA-nobody' }, () => ringing)).toBeNull();
    expect(await store.change({ id: 'nonsense' }, () => ringing)).toBeNull();
  });

  test('within a tenant does not reach another’s call', async () => {
    expect(await store.change({ id, tenantId: 'two' }, () => ringing)).toBeNull();
    expect(await store.change({ id, tenantId: 'one' }, () => ringing)).toMatchObject({ changed: true });
  });
});

test('CL6: a sid belongs to one call, also when two claim it at once', async () => {
  const other = await newCall();
  const claim = (callId: string) =>
    store.change({ id: callId }, () => ({
      at,
      changes: { carrierSid: 'CA-claimed' },
      event: { kind: 'claimed', data: {} },
    }));
  const results = await Promise.all([claim(id), claim(other)]);
  expect(results.filter((result) => result?.changed)).toHaveLength(1);
  expect(results.map((result) => result?.call.carrierSid).toSorted()).toEqual(['CA-claimed', null]);
});

describe('CL17: a call', () => {
  const completed = { at, changes: { status: 'completed' }, event: { kind: 'ended', data: {} } } as const;
  const deletionsOf = (callId: string) =>
    database.asSystem((tx) =>
      tx.select().from(auditLog).where(sql`subject = ${callId} and action = 'call.deleted'`),
    );

  test('that has ended is deleted with an audit entry and a notice', async () => {
    await using line = await listen();
    await store.change({ id }, () => completed);
    expect(await store.remove('one', id, 'kit')).toBe('removed');
    expect(await store.detail('one', id)).toBeNull();
    const listed = await store.list('one', { limit: 100, afterId: undefined });
    expect(listed.map(({ _id }) => _id)).not.toContain(id);
    expect(await deletionsOf(id)).toMatchObject([{ tenantId: 'one', actor: 'kit' }]);
    await expect.poll(() => line.heard).toContainEqual({ kind: 'removed', tenantId: 'one', callId: id });
    expect(await store.remove('one', id, 'kit')).toBe('missing');
  });

  test('that was deleted is brought back as it was, by its own tenant and for a minute', async () => {
    await using line = await listen();
    await store.change({ id }, () => completed);
    const before = await store.detail('one', id);
    expect(await store.restore('one', id, 'kit')).toBeNull();
    await store.remove('one', id, 'kit');
    expect(await store.restore('two', id, 'eve')).toBeNull();
    expect(await store.restore('one', 'no-id', 'kit')).toBeNull();
    expect(await store.removeDeleted(10)).toBe(0);
    line.heard.length = 0;
    expect(await store.restore('one', id, 'ann')).toMatchObject({ _id: id });
    expect(await store.detail('one', id)).toEqual(before);
    await expect.poll(() => line.heard).toContainEqual({ kind: 'changed', tenantId: 'one', callId: id });
    await store.remove('one', id, 'kit');
    await removeDeleted(database);
    expect(await store.restore('one', id, 'kit')).toBeNull();
    expect(await store.find({ id })).toBeNull();
  });

  test('that was deleted cannot be brought back after the minute, though it is still stored', async () => {
    await store.change({ id }, () => completed);
    await store.remove('one', id, 'kit');
    await database.asSystem((tx) =>
      tx.execute(sql`update calls set deleted_at = now() - interval '61 seconds' where id = ${id}`),
    );
    expect(await store.restore('one', id, 'kit')).toBeNull();
    expect(await store.find({ id })).toMatchObject({ mode: 'deleted' });
  });

  test('that goes on, is unknown, or belongs to another tenant stays, and nothing is noted', async () => {
    expect(await store.remove('one', id, 'kit')).toBe('live');
    await store.change({ id }, () => completed);
    expect(await store.remove('two', id, 'kit')).toBe('missing');
    expect(await store.remove('one', 'no-id', 'kit')).toBe('missing');
    expect(await store.find({ id })).not.toBeNull();
    expect(await deletionsOf(id)).toEqual([]);
  });

  test('is deleted once, also when two want to', async () => {
    await store.change({ id }, () => completed);
    const answers = await Promise.all([store.remove('one', id, 'kit'), store.remove('one', id, 'ann')]);
    expect(answers.toSorted()).toEqual(['missing', 'removed']);
    expect(await deletionsOf(id)).toHaveLength(1);
  });
});

describe('a request of a page takes one round trip with so many statements:', () => {
  const countingInto = (pipelines: number[]) => {
    const refuse = () => Promise.reject(new Error('A transaction of several round trips.'));
    return createCallStore(
      {
        ...database,
        forTenant: refuse,
        asSystem: refuse,
        readForTenant: (tenantId, statements) => {
          pipelines.push(statements.length);
          return database.readForTenant(tenantId, statements);
        },
        writeForTenant: (tenantId, statements) => {
          pipelines.push(statements.length);
          return database.writeForTenant(tenantId, statements);
        },
      },
      { send: async () => {} },
    );
  };

  test.each([
    [1, 'the list', (calls: CallStore) => calls.list('one', { limit: 41, afterId: undefined })],
    [1, 'a call', (calls: CallStore) => calls.get('one', id)],
    [
      4,
      'a call with its transcript, questions, outcome, follow-ups and tool calls',
      (calls: CallStore) => calls.detail('one', id),
    ],
    [2, 'a deletion', (calls: CallStore) => calls.remove('one', id, 'kit')],
  ])('%i for %s', async (statements, _, work) => {
    const pipelines: number[] = [];
    await work(countingInto(pipelines));
    expect(pipelines).toEqual([statements]);
  });
});

test('a statement whose first use failed is prepared and used again on the same connection', async () => {
  const single = await openDatabase({
    owner: testDatabase.owner,
    secret: testDatabase.secret,
    onError: () => {},
    poolSize: 1,
  });
  const inverse = (of: string) =>
    single.readForTenant('one', [{ name: 'inverse', text: 'select 1 / $1::int', values: [of] }]);
  try {
    for (const round of [1, 2]) {
      await expect(inverse('0'), `round ${round}`).rejects.toThrow('division by zero');
      expect(await inverse('1')).toEqual([[[1]]]);
      expect(await inverse('1')).toEqual([[[1]]]);
    }
  } finally {
    await single.close();
  }
});

async function listen() {
  const client = new pg.Client(database.systemConnection());
  await client.connect();
  const heard: { callId: string }[] = [];
  client.on('notification', ({ payload }) => void heard.push(JSON.parse(payload ?? '{}')));
  await client.query(`listen ${liveChannel}`);
  return { heard, [Symbol.asyncDispose]: () => client.end() };
}

test('the agent of a call is the one of its own tenant, and none where no agent answers', async () => {
  const agents = createAgentStore(database);
  const own = starterAgents.map(({ config, ...agent }) => ({
    ...agent,
    id: `${agent.id}-2`,
    config: { ...config, identity: { ...config.identity, displayName: `${agent.id} of two` } },
  }));
  await agents.createTenant({ id: 'two', name: 'Two' }, own);
  const nameOf = async (tenantId: string, agentId: string | null) =>
    (await agents.forCall({ tenantId, agentId }))?.displayName ?? null;
  expect(await nameOf('one', 'kuzco')).toBe('Kuzco');
  expect(await nameOf('two', 'kuzco-2')).toBe('kuzco of two');
  expect(await nameOf('one', 'kuzco-2')).toBeNull();
  expect(await nameOf('two', 'kuzco')).toBeNull();
  expect(await nameOf('two', 'missing')).toBeNull();
  expect(await nameOf('two', null)).toBeNull();
});
