import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { callReads } from '../src/adapters/postgres/call-reads.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createLiveFeed } from '../src/adapters/postgres/live-feed.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createToolCalls } from '../src/adapters/postgres/tool-calls.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { LiveNotice } from '../src/ports/live-events.ts';
import type { NewToolCall, ToolCalls } from '../src/ports/tool-calls.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';
import { RecordingLog } from '../testing/voice/relay/relay-harness.ts';

let testDatabase: TestDatabase;
let database: Database;
let toolCalls: ToolCalls;
let callId: string;

const tenantId = 'one';
const here = { serverId: 'server-here', leaseMs: 60_000 };
const other = { serverId: 'server-other', leaseMs: 60_000 };
/** Its lease is over at once. */
const gone = { serverId: 'server-gone', leaseMs: -1 };
const at = new Date('2026-11-17T10:00:01Z');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  toolCalls = createToolCalls(database);
  await createAgentStore(database).createTenant({ id: tenantId, name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  await client.query('delete from tool_calls');
  callId = await insertCall(client, { tenantId, number: '+12025550123', userId: 'kit' });
  await client.end();
});

function booking(patch: Partial<NewToolCall> = {}): NewToolCall {
  return {
    ...{ tenantId, callId, id: 'call00001', session: 1, ordinal: 2.5, toolId: null, mcpServerId: null },
    ...{ name: 'book_appointment', title: 'Booked an appointment', input: { start: 'ten' }, sample: false },
    ...{ changes: true, honoursKey: true, startedAt: new Date('2026-11-17T10:00:00Z') },
    ...patch,
  };
}

const key = () => ({ tenantId, callId, id: 'call00001' });
const stored = async () => (await toolCalls.ofCall({ tenantId, callId }))[0];

describe('VS45: a tool call', () => {
  test('is stored once, with its end, and shown with its call', async () => {
    expect(await toolCalls.start(booking(), here)).toBe(true);
    expect(await toolCalls.start(booking(), other)).toBe(false);
    expect(await stored()).toEqual({ ...booking(), state: 'running', answer: null, tries: 1, ms: null });
    const end = { state: 'done', answer: '{"id":7}', at, ms: 1000, ordinal: 4.5 } as const;
    expect(await toolCalls.finish(key(), end, here)).toBe(true);
    const text = 'select answer_ordinal as place from tool_calls where call_id = $1';
    expect(await database.systemRows({ name: 'place-of-answer', text, values: [callId] })).toEqual([
      { place: 4.5 },
    ]);
    const detail = await callReads(database).detail(tenantId, callId);
    expect(detail?.toolCalls).toEqual([
      {
        ...{ id: 'call00001', ordinal: 2.5, name: 'book_appointment', title: 'Booked an appointment' },
        ...{
          state: 'done',
          at: '2026-11-17T10:00:00.000Z',
          ms: 1000,
          sample: false,
          changes: true,
          tries: 1,
        },
        ...{ input: { start: 'ten' }, answer: '{"id":7}', delivery: null, followUpId: null },
      },
    ]);
  });

  test('of a call that is gone is not stored', async () => {
    expect(await toolCalls.start(booking({ callId: crypto.randomUUID() }), here)).toBe(false);
  });

  test('of a lost session is not stored after the next one has begun, so nothing is sent twice', async () => {
    const beginNext = () =>
      database.systemRows({
        ...{ name: 'next-session', text: 'update calls set session = 2 where id = $1', values: [callId] },
      });
    await toolCalls.start(booking({ id: 'call00000' }), here);
    await beginNext();
    expect(await toolCalls.start(booking(), here)).toBe(false);
    expect(await toolCalls.claimTry({ ...key(), id: 'call00000' }, here)).toBe(true);
    expect(await toolCalls.start(booking({ id: 'call00002', session: 2 }), here)).toBe(true);
    expect((await toolCalls.ofCall({ tenantId, callId })).map(({ id }) => id)).toEqual([
      'call00000',
      'call00002',
    ]);
  });

  test('of a lost session waits for the next one that is just beginning, and is not stored then', async () => {
    const client = new pg.Client(testDatabase.owner);
    await client.connect();
    await client.query('begin');
    await client.query('update calls set session = 2 where id = $1', [callId]);
    const started = toolCalls.start(booking(), here);
    // Its statement has reached the database when another one of the same server is answered.
    await toolCalls.ofCall({ tenantId, callId });
    await client.query('commit');
    await client.end();
    expect(await started).toBe(false);
  });

  test('is told to open pages when it begins and when it ends', async () => {
    const notices = new NoticeConnection(database, new RecordingLog());
    const feed = createLiveFeed(database, notices);
    const heard: LiveNotice[] = [];
    const listening = await feed.listen({ onNotice: (notice) => heard.push(notice), onGap: () => {} });
    await toolCalls.start(booking(), here);
    await toolCalls.finish(key(), { state: 'done', answer: '', at, ms: 1 }, here);
    await expect
      .poll(() => heard)
      .toEqual([
        { kind: 'tool', tenantId, callId },
        { kind: 'tool', tenantId, callId },
      ]);
    expect(await feed.read(heard[0] as LiveNotice)).toEqual({ type: 'tool-call.changed', callId });
    await listening.close();
  });
});

describe('VS46: a repetition', () => {
  test('is granted once, and to the server that runs it alone', async () => {
    await toolCalls.start(booking(), here);
    expect(await toolCalls.claimTry(key(), other)).toBe(false);
    expect(await toolCalls.claimTry(key(), here)).toBe(true);
    expect(await toolCalls.claimTry(key(), here)).toBe(false);
    expect(await stored()).toMatchObject({ tries: 2 });
  });

  test('is not granted to a server that has lost it', async () => {
    await toolCalls.start(booking(), gone);
    await toolCalls.takeLost(here, 10);
    expect(await toolCalls.claimTry(key(), gone)).toBe(false);
  });
});

describe('VS47: a server that is gone', () => {
  test.each([
    ['one that honours keys may be sent again', {}, true, 2],
    ['one that does not may not', { honoursKey: false }, false, 1],
    ['a look-up may not', { changes: false }, false, 1],
    ['a sample, which was sent to nobody, may not', { sample: true }, false, 1],
  ])('%s', async (_what, patch, mayRepeat, tries) => {
    await toolCalls.start(booking(patch), gone);
    expect(await toolCalls.takeLost(here, 10)).toMatchObject([{ id: 'call00001', mayRepeat, tries }]);
  });

  test('leaves each to one server, and no third try', async () => {
    await toolCalls.start(booking(), gone);
    const taken = await Promise.all([1, 2, 3].map(() => toolCalls.takeLost(here, 10)));
    expect(taken.flat()).toHaveLength(1);
    const again = { serverId: 'again', leaseMs: -1 };
    await toolCalls.renew({ ...here, leaseMs: -1 }, [key()]);
    expect(await toolCalls.takeLost(again, 10)).toMatchObject([{ mayRepeat: false, tries: 2 }]);
  });

  test('a lease that is renewed is not taken, by another server it cannot be renewed', async () => {
    await toolCalls.start(booking(), gone);
    await toolCalls.renew(other, [key()]);
    await toolCalls.renew({ ...gone, leaseMs: 60_000 }, [key()]);
    expect(await toolCalls.takeLost(here, 10)).toEqual([]);
  });

  test('an answer counts from whichever server it comes, also after it was given up', async () => {
    await toolCalls.start(booking(), gone);
    await toolCalls.takeLost(here, 10);
    const unknown = { state: 'unknown', answer: null, at, ms: 1 } as const;
    expect(await toolCalls.finish(key(), unknown, gone)).toBe(false);
    expect(await toolCalls.finish(key(), unknown, here)).toBe(true);
    expect(await toolCalls.finish(key(), { state: 'done', answer: 'Booked.', at, ms: 9 }, gone)).toBe(true);
    expect(await toolCalls.finish(key(), { state: 'failed', answer: 'No.', at, ms: 9 }, here)).toBe(false);
    expect(await stored()).toMatchObject({ state: 'done', answer: 'Booked.' });
  });
});
