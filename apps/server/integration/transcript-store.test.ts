import { randomUUIDv7 } from 'node:crypto';
import { callReasons, notTransferredNote } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { readCall, readEntry } from '../src/adapters/postgres/call-reads.ts';
import { calls } from '../src/adapters/postgres/calls-table.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { eq } from '../src/adapters/postgres/drizzle.ts';
import { createLiveFeed } from '../src/adapters/postgres/live-feed.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createTranscriptStore } from '../src/adapters/postgres/transcript-store.ts';
import { createUnfinishedCalls } from '../src/adapters/postgres/unfinished-calls.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { storeLoss } from '../src/features/calls/voice/lost-session.ts';
import type { LiveNotice } from '../src/ports/live-events.ts';
import type { CallKey, TranscriptEntry, TranscriptStore } from '../src/ports/transcript-store.ts';
import { reservedPlaces } from '../src/voice/stored-history.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';

let testDatabase: TestDatabase;
let database: Database;
let record: TranscriptStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  record = createTranscriptStore(database);
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());

async function newCall(): Promise<CallKey> {
  const callId = randomUUIDv7();
  await createCallAdmission(database).reserve(
    {
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
    },
    noLimits,
  );
  return { tenantId: 'one', callId };
}

const spokenAt = new Date('2026-10-13T10:00:00.123Z');
const line = (ordinal: number, message: string): TranscriptEntry => ({
  ...{ ordinal, message, speaker: 'user', spokenAt, interrupted: false },
});

test('an entry is read by its ordinal, not the first of its call', async () => {
  const call = await newCall();
  await record.write(call, line(0, 'first'), true);
  await record.write(call, line(1, 'second'), true);
  expect(await readEntry(database, 'one', call.callId, 1)).toMatchObject({ message: 'second' });
  expect(await readEntry(database, 'one', call.callId, 2)).toBeNull();
});

test('a call is not found by what is no id of a call', async () => {
  expect(await readCall(database, 'one', 'not-an-id')).toBeNull();
});

describe('entries of many calls written together', () => {
  test('are stored in their own call, whatever their text, and replace the entry with their ordinal', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, newCall));
    const odd = 'a "quoted", {braced}, \\slashed\\, NULL and\nbroken line 🦷';
    await Promise.all(all.map((call, index) => record.write(call, line(0, `draft ${index}`), false)));
    await Promise.all(all.map((call, index) => record.write(call, line(0, `${odd} ${index}`), true)));
    for (const [index, call] of all.entries()) {
      expect(await record.read(call)).toEqual([line(0, `${odd} ${index}`)]);
    }
  });

  test('are published when they are final, and only then', async () => {
    const heard: LiveNotice[] = [];
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const feed = await createLiveFeed(database, new NoticeConnection(database, log as never)).listen({
      onNotice: (notice) => heard.push(notice),
      onGap: () => {},
    });
    const [open, done] = [await newCall(), await newCall()];
    await Promise.all([record.write(open, line(0, 'And'), false), record.write(done, line(3, 'Yes.'), true)]);
    await expect.poll(() => heard).toContainEqual({ kind: 'spoken', ...done, ordinal: 3 });
    expect(heard.filter((notice) => 'callId' in notice && notice.callId === open.callId)).not.toContainEqual(
      expect.objectContaining({ kind: 'spoken' }),
    );
    await feed.close();
  });

  test('one of a deleted call is left out, and no other', async () => {
    const [gone, there] = [await newCall(), await newCall()];
    await database.asSystem((tx) => tx.delete(calls).where(eq(calls.id, gone.callId)));
    await Promise.all([
      record.write(gone, line(0, 'Hello?'), true),
      record.write(there, line(0, 'Yes.'), true),
    ]);
    expect(await record.read(gone)).toEqual([]);
    expect(await record.read(there)).toEqual([line(0, 'Yes.')]);
  });

  test('one that the database refuses does not fail the others', async () => {
    const [bad, good] = [await newCall(), await newCall()];
    const [refused, stored] = await Promise.allSettled([
      record.write(bad, line(0, 'a \u0000 is no text'), true),
      record.write(good, line(0, 'Yes.'), true),
    ]);
    expect([refused.status, stored.status]).toEqual(['rejected', 'fulfilled']);
    expect(await record.read(good)).toEqual([line(0, 'Yes.')]);
  });
});

test('timings of answers are added to their calls', async () => {
  const [one, other] = [await newCall(), await newCall()];
  const timing = (ms: number) => ({ firstTokenMs: ms, firstSpeechMs: ms });
  await Promise.all([record.addTurnTiming(one, timing(1)), record.addTurnTiming(other, timing(2))]);
  await record.addTurnTiming(one, timing(3));
  const turnsOf = async ({ callId }: CallKey) =>
    (await database.asSystem((tx) => tx.select().from(calls).where(eq(calls.id, callId))))[0]?.turns;
  expect(await turnsOf(one)).toEqual([timing(1), timing(3)]);
  expect(await turnsOf(other)).toEqual([timing(2)]);
});

test('timings of two turns of one call that are stored together are both kept, in order', async () => {
  const call = await newCall();
  const timings = [1, 2, 3].map((ms) => ({ firstTokenMs: ms, firstSpeechMs: ms }));
  await Promise.all(timings.map((timing) => record.addTurnTiming(call, timing)));
  const [row] = await database.asSystem((tx) => tx.select().from(calls).where(eq(calls.id, call.callId)));
  expect(row?.turns).toEqual(timings);
});

test('of two versions of an entry that are stored together the later one is kept', async () => {
  const call = await newCall();
  await Promise.all([
    record.write(call, line(0, 'And'), false),
    record.write(call, line(0, 'And then?'), true),
  ]);
  expect(await record.read(call)).toEqual([line(0, 'And then?')]);
});

test('a note that is added while the session stores its last entry does not fail', async () => {
  for (let round = 0; round < 10; round += 1) {
    const call = await newCall();
    const system = { ...line(1, 'The line dropped.'), speaker: 'system' } as const;
    await Promise.all([
      record.write(call, line(0, 'And'), true),
      record.write(call, system, true),
      record.addNote(call, 'The line dropped.', spokenAt),
      record.addNote(call, 'The line dropped.', spokenAt),
    ]);
    const stored = await record.read(call);
    expect(new Set(stored.map(({ ordinal }) => ordinal)).size).toBe(stored.length);
    expect(stored.filter(({ speaker }) => speaker === 'system').length).toBeGreaterThan(0);
  }
});

test('CL33: what a session stores late does not replace the note that its hand-over has failed', async () => {
  const call = await newCall();
  const handedOver = { ...line(1, callReasons.transferred), speaker: 'system' } as const;
  await record.write(call, line(0, 'I am connecting you.'), true);
  await record.addNote(call, notTransferredNote, spokenAt, reservedPlaces);
  await record.addNote(call, notTransferredNote, spokenAt, reservedPlaces);
  await record.write(call, handedOver, true);
  expect((await record.read(call)).map(({ message }) => message)).toEqual([
    'I am connecting you.',
    callReasons.transferred,
    notTransferredNote,
  ]);
});

test('CL28: a server that wakes up after its session was resumed elsewhere leaves one note of the cut, not two', async () => {
  const call = await newCall();
  const dropped = (ordinal: number) =>
    ({ ...line(ordinal, 'The line dropped.'), speaker: 'system' }) satisfies TranscriptEntry;
  await record.write(call, line(0, 'And'), true);
  // The other server notes the loss, and its session begins behind the places that the lost one has reserved.
  await record.addNote(call, 'The line dropped.', spokenAt);
  await record.write(call, line(102, 'We were cut off.'), true);
  // The sleeper had reserved a place for words that nobody heard.
  await record.write(call, dropped(2), true);
  await record.keepLastNote(call, 'The line dropped.', 100);
  expect(await record.read(call)).toEqual([line(0, 'And'), dropped(2), line(102, 'We were cut off.')]);
  // The next session is lost too: that is another cut.
  await record.write(call, dropped(103), true);
  await record.keepLastNote(call, 'The line dropped.', 100);
  expect((await record.read(call)).map(({ ordinal }) => ordinal)).toEqual([0, 2, 102, 103]);
});

test('CL28: what a session with a half-open socket stores late does not replace the note of the cut, nor double it', async () => {
  const call = await newCall();
  await record.write(call, line(0, 'And'), true);
  const deps = { transcripts: record, life: { apply: async () => null }, tokens: { finish: async () => {} } };
  await storeLoss(deps as never, { ...call, session: 1 }, spokenAt);
  await record.write(call, line(1, 'when is it?'), true);
  const texts = async () => (await record.read(call)).map(({ message }) => message);
  expect(await texts()).toEqual(['And', 'when is it?', callReasons.line_dropped]);
  // Its socket breaks at last, and it notes that too.
  await record.write(call, { ...line(2, callReasons.line_dropped), speaker: 'system' }, true);
  await record.keepLastNote(call, callReasons.line_dropped, reservedPlaces);
  expect(await texts()).toEqual(['And', 'when is it?', callReasons.line_dropped]);
});

test('CL16 a call with a recent update from the carrier is not due, unless its end was requested', async () => {
  const unfinished = createUnfinishedCalls(database);
  const all = [await newCall(), await newCall(), await newCall()];
  const [talking, silent, ending] = all;
  const longAgo = new Date('2026-10-13T09:00:00Z');
  const live = { status: 'in-progress', carrierSid: null, checkedAt: longAgo } as const;
  for (const { callId } of all) {
    const row = { ...live, carrierSid: callId, endRequestedAt: callId === ending?.callId ? longAgo : null };
    await database.asSystem((tx) => tx.update(calls).set(row).where(eq(calls.id, callId)));
  }
  await unfinished.markLive([talking?.callId ?? '', ending?.callId ?? ''], spokenAt);
  const never = new Date(0);
  const before = {
    notSent: longAgo,
    awaitingSid: longAgo,
    dialling: longAgo,
    live: spokenAt,
    abandoned: never,
  };
  const due = (await unfinished.due({ name: 'lab', account: 'AC1' }, before, 100)).map(({ id }) => id);
  expect(due).toEqual(expect.arrayContaining([silent?.callId, ending?.callId]));
  expect(due).not.toContain(talking?.callId);
});
