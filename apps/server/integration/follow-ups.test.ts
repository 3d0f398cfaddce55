import type { FollowUp, FollowUpChange } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createFollowUpWork } from '../src/adapters/postgres/follow-ups/work.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let database: Database;

beforeAll(async () => {
  voice = await openVoiceDesk();
  database = await voice.database.open();
});
afterAll(() => voice.stop());

async function inbox(query = ''): Promise<FollowUp[]> {
  return (await voice.client.request('GET', `/api/follow-ups${query}`)).body.followUps;
}

async function made(number: string, reason: FollowUp['reason']): Promise<FollowUp> {
  await expect
    .poll(async () => (await inbox()).some((one) => one.number === number), { interval: 50 })
    .toBe(true);
  const found = (await inbox()).filter((one) => one.number === number);
  expect(found.map((one) => one.reason)).toEqual([reason]);
  return found[0] as FollowUp;
}

const change = (id: string, revision: number, what: FollowUpChange, client = voice.client) =>
  client.request('PUT', `/api/follow-ups/${id}`, { revision, change: what });
const byHand = async (what: string, body: object = {}) =>
  (await voice.client.request('POST', '/api/follow-ups', { what, ...body })).body.followUp as FollowUp;
const one = async (id: string) =>
  (await voice.client.request('GET', `/api/follow-ups/${id}`)).body.followUp as FollowUp;

/** From the end of the call to its follow-up, as the database has seen both. */
async function waits(): Promise<{ reason: string; ms: number }[]> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ reason: string; ms: number }>(sql`
      select f.reason, (extract(epoch from f.created_at - e.created_at) * 1000)::int as ms
      from follow_ups f join outbox e
        on e.tenant_id = f.tenant_id and e.subject = 'call/' || f.call_id and e.type = 'call.ended'`),
  );
  return rows;
}

const callers = [
  ['+15005550041', 'asks-unknown', 'question', /bicycle/],
  ['+15005550042', 'wants-appointment', 'appointment', /appointment/],
  ['+15005550043', 'asks-for-colleague', 'person', /Dr\. Ito/],
  ['+15005550044', 'in-pain', 'appointment', /tooth hurts/],
] as const;

test('FU5 four calls leave four follow-ups, in their order and with their entries, within two seconds', async () => {
  const done = new AbortController();
  const live = await voice.client.events(done.signal);
  await Promise.all(
    callers.map(([from, callee]) =>
      voice.lab.ended(voice.lab.dialIn({ from, to: '+15005550006', callee }).sid),
    ),
  );
  for (const [number, , reason, said] of callers) {
    const followUp = await made(number, reason);
    expect(followUp.entry).toMatchObject({ speaker: 'user', message: expect.stringMatching(said) });
    const page = await voice.client.call(followUp.callId ?? '');
    expect(page.followUps?.map(({ id }) => id)).toEqual([followUp.id]);
    expect(page.transcript[followUp.entry?.ordinal ?? -1]?.message).toBe(followUp.entry?.message);
  }
  const all = await inbox();
  expect(all.map(({ reason }) => reason)).toEqual(['appointment', 'person', 'appointment', 'question']);
  expect(all.map(({ urgentWhy }) => urgentWhy)).toEqual(['pain', null, null, null]);
  const waited = await waits();
  expect(waited).toHaveLength(4);
  expect(waited.filter(({ ms }) => ms >= 2_000)).toEqual([]);
  const told = () =>
    new Set(live.seen.flatMap((event) => (event.type === 'follow-up.changed' ? [event.followUp.id] : [])));
  await expect.poll(() => told().size).toBe(4);
  done.abort();
  const { body } = await voice.client.request('GET', '/api/follow-ups/counts');
  expect(body).toEqual({ open: 4, urgent: 1, mine: 0, snoozed: 0 });
});

describe('FU7 a call back', () => {
  async function callBack(followUp: FollowUp, callee: string) {
    voice.lab.callees.setNumber(followUp.number ?? '', callee);
    const { status, body } = await voice.client.request('GET', `/api/follow-ups/${followUp.id}/call-back`);
    expect(status).toBe(200);
    const { agentId, phoneNumber, instructions, followUpId } = body;
    return voice.client.request('POST', `/api/twilio/${agentId ?? 'gs-dental'}/call`, {
      ...{ phoneNumber, message: instructions, followUpId },
    });
  }

  test('FU8 that reaches a machine leaves it open with a note, one that reaches a person closes it', async () => {
    const followUp = await made('+15005550042', 'appointment');
    const machine = await callBack(followUp, 'voicemail');
    expect(machine.status).toBe(200);
    await voice.client.waitUntilEnded(machine.body.callId);
    await expect.poll(async () => (await one(followUp.id)).note).toMatch(/: nobody reached\.$/);
    expect(await one(followUp.id)).toMatchObject({ state: 'open', lastCall: { live: false } });

    voice.lab.callees.setNumber('+15005550049', 'confirms');
    const elsewhere = await voice.client.request('POST', '/api/twilio/gs-dental/call', {
      ...{ phoneNumber: '+15005550049', message: 'Say hello.', followUpId: followUp.id },
    });
    await voice.client.waitUntilEnded(elsewhere.body.callId);
    await expect.poll(async () => (await one(followUp.id)).note).toMatch(/: at another number\.$/);
    expect(await one(followUp.id)).toMatchObject({ state: 'open' });

    const person = await callBack(await one(followUp.id), 'confirms');
    await voice.client.waitUntilEnded(person.body.callId);
    await expect.poll(async () => (await one(followUp.id)).state).toBe('done');
    const { closed, lastCall } = await one(followUp.id);
    expect(closed).toMatchObject({ how: 'call', by: null });
    expect(lastCall?.callId).toBe(person.body.callId);
    const again = await voice.client.request('GET', `/api/follow-ups/${followUp.id}/call-back`);
    expect(again).toMatchObject({ status: 409, body: { code: 'follow_up_done' } });
  });

  test('of ten people at once dials once, and none when it is done', async () => {
    const followUp = await made('+15005550043', 'person');
    voice.lab.callees.setNumber('+15005550043', 'silent');
    const place = () =>
      voice.client.request('POST', '/api/twilio/gs-dental/call', {
        ...{ phoneNumber: followUp.number, message: 'Say hello.', followUpId: followUp.id },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, place));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['follow_up_in_call']));
    expect(voice.lab.calls().filter(({ to }) => to === '+15005550043')).toHaveLength(1);
    const placed = answers.find(({ status }) => status === 200);
    expect((await one(followUp.id)).lastCall).toMatchObject({ callId: placed?.body.callId, live: true });
    await voice.client.end(placed?.body.callId);
    await expect.poll(async () => (await one(followUp.id)).note).toMatch(/nobody reached/);
    const closed = await change(followUp.id, (await one(followUp.id)).revision, { kind: 'done' });
    expect(closed).toMatchObject({ status: 200, body: { changed: true } });
    expect(await place()).toMatchObject({ status: 409, body: { code: 'follow_up_done' } });
  });
});

describe('FU6 two people work the inbox', () => {
  test('of changes of one revision one counts, and the others see it', async () => {
    const [ann, ben] = [voice.as({ id: 'user_ann' }), voice.as({ id: 'user_ben' })];
    await Promise.all([ann, ben].map((client) => client.request('GET', '/api/follow-ups/people')));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    for (let round = 0; round < 20; round += 1) {
      const { id, revision } = await byHand(`Round ${round}`);
      const answers = await Promise.all([
        change(id, revision, { kind: 'snooze', until }, ann),
        change(id, revision, { kind: 'assign', owner: 'user_ben' }, ben),
        change(id, revision, { kind: 'note', note: 'Seen.' }, ann),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const stored = await one(id);
      expect(stored.revision).toBe(2);
      for (const { status, body } of answers)
        expect(status === 200 ? body.followUp : body.details.followUp).toMatchObject({ id, revision: 2 });
      const closing = await Promise.all([ann, ben].map((client) => change(id, 2, { kind: 'done' }, client)));
      expect(closing.map(({ status, body }) => [status, body.changed]).sort()).toEqual([
        [200, false],
        [200, true],
      ]);
    }
  });

  test('every change can be undone, and wrong ones are refused in words', async () => {
    const made = await byHand('Send the form.', { number: '+1 500 555 0050' });
    expect(made).toMatchObject({ reason: 'hand', number: '+15005550050', state: 'open' });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const snoozed = (await change(made.id, 1, { kind: 'snooze', until })).body.followUp;
    expect(snoozed).toMatchObject({ state: 'snoozed', snoozedUntil: until });
    const done = (await change(made.id, 2, { kind: 'done' })).body.followUp;
    expect(done).toMatchObject({ state: 'done', snoozedUntil: null, closed: { how: 'person' } });
    const back = (await change(made.id, 3, { kind: 'snooze', until })).body.followUp;
    expect(back).toMatchObject({ state: 'snoozed', closed: null });
    expect((await change(made.id, 4, { kind: 'reopen' })).body.followUp).toMatchObject({ state: 'open' });
    const past = await change(made.id, 5, { kind: 'snooze', until: '2020-01-01T00:00:00.000Z' });
    expect(past).toMatchObject({ status: 400, body: { error: 'Choose a time to come.' } });
    expect((await change(made.id, 5, { kind: 'assign', owner: 'nobody-known' })).status).toBe(404);
    expect((await change('no-id', 5, { kind: 'done' })).status).toBe(404);
    for (const place of [
      [],
      ['true'],
      ['true', '0000-01-01T00:00:00.000Z', made.id],
      ['true', 'x', made.id],
      {},
    ]) {
      const after = Buffer.from(JSON.stringify(place)).toString('base64url');
      expect((await voice.client.request('GET', `/api/follow-ups?after=${after}`)).status).toBe(400);
    }
    expect((await change(made.id, 5, { kind: 'due', dueAt: '0000-01-01T00:00:00.000Z' })).status).toBe(400);
    const far = await voice.client.request('POST', '/api/follow-ups', { what: 'x', entry: 2 ** 40 });
    expect(far).toMatchObject({ status: 200, body: { followUp: { entry: null } } });
    const mail = await voice.client.request('PUT', '/api/follow-ups/people/me', { mailUrgent: true });
    expect(mail).toMatchObject({ status: 409, body: { code: 'mail_not_connected' } });
    const viewer = voice.as({ id: 'user_vera', role: 'viewer' });
    expect((await change(made.id, 5, { kind: 'done' }, viewer)).status).toBe(403);
    const stranger = voice.as({ id: 'user_sam', organization: 'org_other' });
    expect((await change(made.id, 5, { kind: 'done' }, stranger)).status).toBe(404);
  });

  test('a repeated request makes one', async () => {
    const add = () =>
      voice.client.request('POST', '/api/follow-ups', { what: 'Once.' }, { 'idempotency-key': 'again' });
    const [first, second] = await Promise.all([add(), add()]);
    expect(first.body.followUp.id).toBe(second.body.followUp.id);
  });
});

test('FU12 what was snoozed is opened when its time has come, once', async () => {
  const work = createFollowUpWork(database);
  const { id } = await byHand('Later.');
  // Later than it was due.
  const until = new Date(Date.now() + 6 * 3_600_000);
  await change(id, 1, { kind: 'snooze', until: until.toISOString() });
  const soon = new Date(until.getTime() - 1);
  await work.wake(soon, 500);
  expect((await one(id)).state).toBe('snoozed');
  await Promise.all([work.wake(until, 500), work.wake(until, 500)]);
  expect(await one(id)).toMatchObject({
    state: 'open',
    snoozedUntil: null,
    dueAt: until.toISOString(),
    revision: 3,
  });
});

test('FU4 pages of the list hang together while rows change', async () => {
  const before = await inbox('?limit=100');
  const first = (await voice.client.request('GET', '/api/follow-ups?limit=2')).body;
  expect(first.followUps.map(({ id }: FollowUp) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
  await change(first.followUps[1].id, first.followUps[1].revision, { kind: 'done' });
  const next = await inbox(`?limit=100&after=${first.nextCursor}`);
  expect(next.map(({ id }) => id)).toEqual(before.slice(2).map(({ id }) => id));
});

test('FU11 a follow-up outlives its call, without its entry', async () => {
  const followUp = await made('+15005550041', 'question');
  expect((await voice.client.remove(followUp.callId ?? '')).status).toBe(200);
  expect(await one(followUp.id)).toMatchObject({ callId: null, entry: null, what: followUp.what });
});

test('FU13 what a call asks for later stands in the note of its one follow-up, once', async () => {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ tenantId: string; id: string; callId: string }>(sql`
      select tenant_id as "tenantId", id, call_id as "callId" from follow_ups
      where reason = 'person' and number = '+15005550043' and call_id is not null`),
  );
  const [asked] = rows;
  if (!asked) throw new Error('The call that asked for a person left no follow-up.');
  const work = createFollowUpWork(database);
  const due = new Date('2026-12-01T09:00:00Z');
  await work.addToRequest(asked, 'Wants to be called back: the bridge.', due);
  await work.addToRequest(asked, 'Wants to be called back: the bridge.', due);
  await work.addToRequest(asked, 'Left a message: thank you.', null);
  const now = await one(asked.id);
  expect(now.note.endsWith('Wants to be called back: the bridge.\nLeft a message: thank you.')).toBe(true);
  expect(now.note.split('the bridge')).toHaveLength(2);
  expect(new Date(now.dueAt)).toEqual(due);
});
