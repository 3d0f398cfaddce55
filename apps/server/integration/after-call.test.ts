import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addFollowUps } from '../src/adapters/postgres/follow-ups/add.ts';
import { createUrgentMails } from '../src/adapters/postgres/follow-ups/mails.ts';
import { createDeskPeople } from '../src/adapters/postgres/follow-ups/people.ts';
import { createFollowUpWork } from '../src/adapters/postgres/follow-ups/work.ts';
import { scriptedExtractor } from '../src/adapters/scripted-agent/outcomes/extract.ts';
import { openAfterCalls } from '../src/composition/after-calls.ts';
import { openOutcomes } from '../src/composition/outcomes.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import type { Caller } from '../src/ports/caller.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { NewFollowUp } from '../src/ports/follow-ups.ts';
import type { OutboxStore } from '../src/ports/outbox.ts';
import { insertCall } from '../testing/example-person.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';

vi.setConfig({ testTimeout: 60_000 });

const killedServer = join(import.meta.dirname, '../testing/killed-after-call.ts');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const tenantId = 'gs-dental';
/** Long enough for a busy machine to renew it, and short enough to wait for. */
const leaseMs = 3_000;

let outbox: OutboxHarness;

beforeAll(async () => {
  outbox = await openOutboxHarness(tenantId);
  await outbox.store.register('after-call', 'now');
});
afterAll(() => outbox.close());

/** A call in which somebody asks to be called back, and which then ends. */
async function endedCall(number: string): Promise<string> {
  const person = { tenantId, number, userId: 'kit' };
  const id = await insertCall(outbox.owner, person, { status: 'in-progress', direction: 'inbound' });
  await outbox.owner.query(
    `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
     values ($1, $2, 0, 'agent', 'How can I help you?', now()), ($1, $2, 1, 'user', 'Please call me back.', now())`,
    [tenantId, id],
  );
  await outbox.owner.query(
    `update calls set status = 'completed', answered_at = now(), ended_at = now(), agent_id = 'gs-dental', agent_version = 1
     where id = $1`,
    [id],
  );
  return id;
}

async function startServer(store: OutboxStore): Promise<OutboxReader> {
  const reader = new OutboxReader({
    store,
    clock: wallClock,
    log: silent,
    times: { ...readerTimes, leaseMs },
  });
  const jobs = { send: async () => {}, work: async () => {} };
  const organizations = {
    of: async () => ({ timeZone: 'UTC', openingHours: { week: null, holidays: [] } }) as never,
  };
  const outcomes = openOutcomes({
    ...{ database: outbox.database, jobs, organizations, log: silent },
    extractorFor: () => scriptedExtractor,
  });
  const afterCalls = openAfterCalls({
    ...{ database: outbox.database, jobs, organizations },
    outbox: reader,
    stepsBefore: () => [outcomes.step],
    mailers: { current: () => null },
    names: { of: async () => new Map() },
    webOrigin: 'https://desk.example.com',
    log: silent,
  });
  await afterCalls.start();
  return reader;
}

const count = async (text: string, values: unknown[]) =>
  Number((await outbox.owner.query(`select count(*) from ${text}`, values)).rows[0].count);
const followUpsOf = (callId: string) => count('follow_ups where call_id = $1', [callId]);
const eventsOf = (callId: string) =>
  count("outbox where type = 'follow-up.created' and data->>'callId' = $1", [callId]);
const waiting = async () => (await outbox.store.lag()).reduce((sum, lag) => sum + lag.waiting, 0);

test.each([
  ['before it looks at the call', 'claimed', 0],
  ['when the outcome is stored and no follow-up is', 'outcome', 0],
  ['when the follow-up is stored and the event is not done', 'done', 1],
])('FU2 OC3 a server is killed %s: two others make one follow-up and one outcome', async (_, at, stored) => {
  const options = { connection: outbox.connection, secret: outbox.secret, at, leaseMs };
  const child = spawn(process.execPath, [killedServer, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const dead = once(child, 'close');
  const callId = await endedCall(at === 'claimed' ? '+15005550061' : '+15005550062');
  const outcomes = () => count("outbox where type = 'call.outcome' and data->>'callId' = $1", [callId]);
  expect(await dead).toEqual([null, 'SIGKILL']);
  expect(await followUpsOf(callId)).toBe(stored);
  const servers = await Promise.all([startServer(outbox.store), startServer(outbox.other)]);
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  expect(await followUpsOf(callId)).toBe(1);
  expect(await eventsOf(callId)).toBe(1);
  expect(await outcomes()).toBe(1);
  await Promise.all(servers.map((server) => server.stop(5_000)));
});

const row = (callId: string | null, changes: Partial<NewFollowUp> = {}): NewFollowUp => {
  const reason = changes.reason ?? 'callback';
  return {
    tenantId,
    callId,
    reason,
    sourceKey: `call/${callId}/${reason}`,
    urgentWhy: null,
    what: 'Call back.',
    entry: 1,
    number: '+15005550063',
    contactId: null,
    subjectId: null,
    dueAt: new Date('2026-10-13T14:00:00Z'),
    ...changes,
  };
};

test('FU2 of many that look at a call at once each reason is added once, and one request', async () => {
  const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550063', userId: 'kit' });
  const work = createFollowUpWork(outbox.database);
  const reasons = ['callback', 'appointment', 'question', 'message'] as const;
  const added = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      work.add([row(callId, { reason: reasons[n % reasons.length] ?? 'callback' })]),
    ),
  );
  expect(added.flat()).toHaveLength(2);
  expect(await followUpsOf(callId)).toBe(2);
  expect(await eventsOf(callId)).toBe(2);
});

test('FU3 a later reading can make it urgent, and never less', async () => {
  const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550063', userId: 'kit' });
  const work = createFollowUpWork(outbox.database);
  await work.add([row(callId)]);
  const soon = new Date('2026-10-13T10:15:00Z');
  await work.add([row(callId, { reason: 'appointment', urgentWhy: 'pain', dueAt: soon })]);
  await work.add([row(callId)]);
  const { rows } = await outbox.owner.query(
    'select reason, urgent, urgent_why, due_at from follow_ups where call_id = $1',
    [callId],
  );
  expect(rows).toEqual([{ reason: 'callback', urgent: true, urgent_why: 'pain', due_at: soon }]);
});

test('FU2 what is rolled back leaves neither row nor event', async () => {
  const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550063', userId: 'kit' });
  const failed = outbox.database.asSystem(async (tx) => {
    await addFollowUps(tx, [row(callId)]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect([await followUpsOf(callId), await eventsOf(callId)]).toEqual([0, 0]);
});

test('FU9 a connection that fails again before it works has one follow-up; when it works it is closed', async () => {
  const work = createFollowUpWork(outbox.database);
  const subjectId = '019a0000-0000-4000-8000-000000000009';
  const failing = (event: number) =>
    row(null, {
      reason: 'connection_failing',
      subjectId,
      entry: null,
      sourceKey: `connection/${subjectId}/${event}`,
    });
  expect(await work.add([failing(1)])).toHaveLength(1);
  expect(await work.add([failing(2)])).toHaveLength(0);
  await work.closeBySubject(tenantId, subjectId, new Date());
  expect(await work.add([failing(1)])).toHaveLength(0);
  expect(await work.add([failing(3)])).toHaveLength(1);
  expect(await count("follow_ups where subject_id = $1 and closed_how = 'system'", [subjectId])).toBe(1);
});

test('FU10 who gets mail about an urgent follow-up, and only once', async () => {
  const mails = createUrgentMails(outbox.database);
  const people = createDeskPeople(outbox.database);
  const at = new Date('2026-10-13T10:00:00Z');
  const caller = (userId: string, email: string | null): Caller => ({
    ...{ userId, tenantId, email, displayName: userId, permissions: [], expiresAt: at },
  });
  await people.setUrgentMail(caller('ann', 'ann@example.com'), true, at);
  await people.setUrgentMail(caller('ben', null), true, at);
  await people.setUrgentMail(caller('cleo', 'cleo@example.com'), false, at);
  expect(await people.seen(caller('dan', 'dan@example.com'), at)).toEqual({
    people: ['ann', 'ben', 'cleo', 'dan'].map((id) => ({ id, displayName: id })),
    mailUrgent: false,
  });
  expect((await people.list(caller('ann', null))).mailUrgent).toBe(true);
  const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550064', userId: 'kit' });
  const work = createFollowUpWork(outbox.database);
  const [id = ''] = await work.add([row(callId, { urgentWhy: 'pain' })]);
  const since = (days: number) => new Date(at.getTime() - days * 86_400_000);
  expect(await mails.recipients(tenantId, id, since(1))).toEqual([
    { userId: 'ann', email: 'ann@example.com' },
  ]);
  expect(await mails.recipients(tenantId, id, since(-1))).toEqual([]);
  expect(await mails.recipients('other', id, since(1))).toEqual([]);
  expect([await mails.begin(tenantId, id, 'ann'), await mails.begin(tenantId, id, 'ann')]).toEqual([
    true,
    false,
  ]);
  await mails.takeBack(tenantId, id, 'ann');
  expect(await mails.begin(tenantId, id, 'ann')).toBe(true);
  await mails.finish(tenantId, id, 'ann', 'sent');
  await mails.takeBack(tenantId, id, 'ann');
  expect(await mails.begin(tenantId, id, 'ann')).toBe(false);
  await outbox.owner.query(
    "update follow_ups set state = 'done', closed_at = now(), closed_how = 'person' where id = $1",
    [id],
  );
  expect(await mails.recipients(tenantId, id, since(1))).toEqual([]);
});
