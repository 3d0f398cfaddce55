import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { addFollowUps } from '../src/adapters/postgres/follow-ups/add.ts';
import { createUrgentMails } from '../src/adapters/postgres/follow-ups/mails.ts';
import { createDeskPeople } from '../src/adapters/postgres/follow-ups/people.ts';
import { createFollowUpWork } from '../src/adapters/postgres/follow-ups/work.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { createStreamTokens } from '../src/adapters/postgres/stream-tokens.ts';
import { createUrgentMail } from '../src/features/follow-ups/urgent-mail.ts';
import type { Caller } from '../src/ports/caller.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { NewFollowUp } from '../src/ports/follow-ups.ts';
import type { Mailer } from '../src/ports/mail.ts';
import type { StreamTokens } from '../src/ports/stream-tokens.ts';
import { type AfterCallPoint, startAfterCallServer } from '../testing/after-call-server.ts';
import { insertCall } from '../testing/example-person.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';

const killedServer = join(import.meta.dirname, '../testing/killed-after-call.ts');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const tenantId = 'gs-dental';
/** Long enough for a busy machine to renew it, and short enough to wait for. */
const leaseMs = 3_000;

let outbox: OutboxHarness;
let tokens: StreamTokens;

beforeAll(async () => {
  outbox = await openOutboxHarness(tenantId);
  await prepareJobs(outbox.connection, groupName(outbox.connection.database, 'system'));
  tokens = createStreamTokens(outbox.database);
  await outbox.store.register('after-call', 'now');
});
afterAll(() => outbox.close());

/** A call that ends while its server has still to store the last words: somebody asks to be called back. */
async function endedCall(number: string): Promise<{ callId: string; lastWords: () => Promise<void> }> {
  const person = { tenantId, number, userId: 'kit' };
  const id = await insertCall(outbox.owner, person, { status: 'in-progress', direction: 'inbound' });
  const key = { tenantId, callId: id, session: 1 };
  const token = await tokens.issue(key, new Date(), new Date(Date.now() + 60_000));
  await tokens.use(token, new Date(), { serverId: 'speaks', leaseMs: 60_000 });
  const say = (ordinal: number, speaker: string, message: string) =>
    outbox.owner.query(
      `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
       values ($1, $2, $3, $4, $5, now())`,
      [tenantId, id, ordinal, speaker, message],
    );
  await say(0, 'agent', 'How can I help you?');
  await outbox.owner.query(
    `update calls set status = 'completed', answered_at = now(), ended_at = now(), agent_id = 'gs-dental', agent_version = 1
     where id = $1`,
    [id],
  );
  const lastWords = async () => {
    await say(1, 'user', 'Please call me back.');
    await tokens.finish(key, new Date(), 'ended');
  };
  return { callId: id, lastWords };
}

const count = async (text: string, values: unknown[] = []) =>
  Number((await outbox.owner.query(`select count(*) from ${text}`, values)).rows[0].count);
const followUpsOf = (callId: string) => count('follow_ups where call_id = $1', [callId]);
const eventsOf = (callId: string, type = 'follow-up.created') =>
  count("outbox where type = $2 and data->>'callId' = $1", [callId, type]);
const waiting = async () => (await outbox.store.lag()).reduce((sum, lag) => sum + lag.waiting, 0);
const openJobs = () => count("jobs.job where name = 'call-outcome' and state < 'completed'");

/** Where a job runs beside, the follow-up of the rules may be there before or after. */
test.each<[string, AfterCallPoint, boolean, number | null, number]>([
  ['before it looks at the call', 'claimed', false, 0, 0],
  ['when the last words are stored and nothing is read', 'settled', false, 0, 0],
  ['when the outcome is stored and no follow-up is', 'outcome', false, 0, 1],
  ['when the follow-up is stored and the event is not done', 'done', false, 1, 1],
  ['when the job for the model is sent and no follow-up is stored', 'outcome', true, 0, 0],
  ['when the model has answered and nothing of it is stored', 'answered', true, null, 0],
  ['when what the model found is stored and the job is not done', 'stored', true, null, 1],
])(
  'FU2 OC3 a server is killed %s: two others do the rest, once',
  async (_, at, model, followUps, outcomes) => {
    const options = { connection: outbox.connection, secret: outbox.secret, at, model, leaseMs };
    const child = spawn(process.execPath, [killedServer, JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const dead = once(child, 'close');
    const { callId, lastWords } = await endedCall('+15005550061');
    if (at !== 'claimed') await lastWords();
    expect(await dead).toEqual([null, 'SIGKILL']);
    if (at === 'claimed') await lastWords();
    expect(await eventsOf(callId, 'call.outcome')).toBe(outcomes);
    if (followUps !== null) expect(await followUpsOf(callId)).toBe(followUps);
    // What the queue does with a job that sends no heartbeat for ten seconds.
    await outbox.owner.query(
      "update jobs.job set state = 'retry', start_after = now() where state = 'active'",
    );
    const servers = await Promise.all(
      [outbox.store, outbox.other].map((store) =>
        startAfterCallServer({ database: outbox.database, store, model, leaseMs }),
      ),
    );
    await expect.poll(waiting).toBe(0);
    await expect.poll(openJobs).toBe(0);
    await expect.poll(waiting).toBe(0);
    expect(await followUpsOf(callId)).toBe(model ? 2 : 1);
    expect(await eventsOf(callId)).toBe(model ? 2 : 1);
    expect(await eventsOf(callId, 'call.outcome')).toBe(1);
    await Promise.all(servers.map((server) => server.stop()));
  },
);

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
  const [id] = await work.add([row(callId)]);
  const soon = new Date('2026-10-13T10:15:00Z');
  await work.add([row(callId, { reason: 'appointment', urgentWhy: 'pain', dueAt: soon })]);
  await work.add([row(callId)]);
  const { rows } = await outbox.owner.query(
    'select reason, urgent, urgent_why, due_at from follow_ups where call_id = $1',
    [callId],
  );
  expect(rows).toEqual([{ reason: 'callback', urgent: true, urgent_why: 'pain', due_at: soon }]);
  const raised = "outbox where type = 'follow-up.raised' and subject = 'follow-up/' || $1";
  expect(await count(raised, [id])).toBe(1);
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

test('FU10 two servers mail each urgent follow-up once, also where both have its event', async () => {
  const eve: Caller = {
    ...{ userId: 'eve', tenantId, email: 'eve@example.com', displayName: 'Eve', permissions: [] },
    expiresAt: new Date(),
  };
  await createDeskPeople(outbox.database).setUrgentMail(eve, true, new Date());
  const sent: string[] = [];
  const mailer: Mailer = {
    from: 'desk@example.com',
    send: async ({ to, text }) => {
      if (to === eve.email) sent.push(text);
    },
    verify: async () => {},
  };
  const work = createFollowUpWork(outbox.database);
  const urgent = async () => {
    const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550065', userId: 'kit' });
    const [id = ''] = await work.add([row(callId, { urgentWhy: 'pain' })]);
    return id;
  };
  const servers = await Promise.all(
    [outbox.store, outbox.other].map((store) =>
      startAfterCallServer({ database: outbox.database, store, mailer, leaseMs }),
    ),
  );
  const announced = (id: string) => sent.filter((text) => text.includes(id)).length;
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await urgent());
  // Another one that a later reading finds to be urgent.
  const callId = await insertCall(outbox.owner, { tenantId, number: '+15005550065', userId: 'kit' });
  const [later = ''] = await work.add([row(callId)]);
  await expect.poll(() => ids.map(announced)).toEqual(ids.map(() => 1));
  expect(announced(later)).toBe(0);
  await work.add([row(callId, { urgentWhy: 'pain' })]);
  await expect.poll(() => announced(later)).toBe(1);
  await expect.poll(waiting).toBe(0);
  await Promise.all(servers.map((server) => server.stop()));
  expect([...ids, later].map(announced)).toEqual([...ids, later].map(() => 1));

  // A server that stood still for longer than its claim goes on beside the one that has taken over.
  const id = await urgent();
  const mail = createUrgentMail({
    ...{ mails: createUrgentMails(outbox.database), mailers: { current: () => mailer } },
    ...{ webOrigin: 'https://desk.example.com', clock: wallClock, log: silent },
  });
  await Promise.all(Array.from({ length: 5 }, () => mail(tenantId, id, new Date())));
  expect(announced(id)).toBe(1);
});

test('FU14: what the tools of a call have the session say is known when it is over', async () => {
  const callId = await insertCall(outbox.owner, { tenantId, number: '+12025550177', userId: 'kit' }, {});
  const [toolId, serverId] = [randomUUID(), randomUUID()];
  await outbox.owner.query(
    `insert into tools (tenant_id, id, name, config) values ($1, $2, 'book_time', $3)`,
    [tenantId, toolId, { sayMeanwhile: 'I am booking it.', sayOnFailure: '' }],
  );
  await outbox.owner.query(
    `insert into mcp_servers (tenant_id, id, name, address, config) values ($1, $2, 'Orders', 'https://a.example', $3)`,
    [tenantId, serverId, { tools: [{ sayMeanwhile: '', sayOnFailure: 'I cannot see it.' }] }],
  );
  await outbox.owner.query(
    `insert into tool_calls (tenant_id, call_id, id, ordinal, tool_id, mcp_server_id, name, title, input, state, changes,
       honours_key, lease_until, server_id)
     select $1, $2, id, 0.5, tool, server, 'any', 'Any', '{}', 'failed', false, false, now(), 'server'
     from (values ('a', $3::uuid, null::uuid), ('b', null, $4::uuid), ('c', null, null)) as used (id, tool, server)`,
    [tenantId, callId, toolId, serverId],
  );
  const { toolSentences } = await createFollowUpWork(outbox.database).factsOf({ tenantId, callId });
  expect(toolSentences).toEqual(['', 'I am booking it.', 'I cannot see it.']);
});

test('FU14: a sentence counts as said after a tool from the place of its answer on', async () => {
  const callId = await insertCall(outbox.owner, { tenantId, number: '+12025550178', userId: 'kit' }, {});
  const toolId = randomUUID();
  // The second one was stored by a release that did not know the place, or no session has heard its answer.
  await outbox.owner.query(
    `insert into tool_calls (tenant_id, call_id, id, ordinal, answer_ordinal, tool_id, name, title, input, state, ms, changes,
       honours_key, started_at, lease_until, server_id)
     select $1, $2, id, place, answer_place, $3, 'any', 'Any', '{}', 'done', 400, true, false, '2026-11-18T10:00:00Z', now(),
       'server'
     from (values ('a', 2.5::real, 4.5::real), ('b', 6.5, null)) as used (id, place, answer_place)`,
    [tenantId, callId, toolId],
  );
  const { changes } = await createFollowUpWork(outbox.database).factsOf({ tenantId, callId });
  const doneAt = new Date('2026-11-18T10:00:00.400Z');
  expect(changes).toEqual([
    { id: 'a', title: 'Any', ordinal: 4.5, doneAt },
    { id: 'b', title: 'Any', ordinal: 6.5, doneAt },
  ]);
});
