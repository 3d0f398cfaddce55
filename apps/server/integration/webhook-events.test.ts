import { examples, startingPolicy, webhookEventNames, webhookEvents } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { safeParse } from 'zod/mini';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { createRecordingStore } from '../src/adapters/postgres/recordings/store.ts';
import { createWebhookFacts } from '../src/adapters/postgres/webhooks/facts.ts';
import { callTimes } from '../src/features/calls/call-times.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';
import { SteadyClock } from '../testing/steady-clock.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { speed } from '../testing/voice-desk.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
const polling = { timeout: 240_000, interval: 50 };

let desk: OpenDesk;
let receiver: WebhookReceiver;
let model: ModelServer;
let owner: pg.Client;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  model = await ModelServer.start(({ stream, messages }) => {
    if (!stream) return [{ say: 'They talked.' }];
    const said = String(messages.at(-1)?.content);
    if (said.includes('A person'))
      return [{ say: 'One moment.' }, { call: 'transfer_call', input: { reason: 'a form' } }];
    if (said.includes('Never call')) return [{ call: 'do_not_call', input: {} }];
    return [{ say: 'Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
  });
  const clock = new SteadyClock(15);
  desk = await openDesk(
    { speed, clock: clock.atSpeed(speed) },
    {
      ...{ TOOL_HOSTS: '127.0.0.1', LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url },
      ...{ LLM_MODEL: 'emulated', OPENAI_API_KEY: 'test-key' },
    },
    { clock, voiceSpeed: speed, times: { ...callTimes, recordingWaits: Array(40).fill(300) } },
  );
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const { body } = await desk.client.request('POST', '/api/webhooks', {
    ...{ name: 'Practice software', address: `${receiver.url}/all`, events: webhookEventNames },
  });
  receiver.secrets.set('/all', body.secret);
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
  await model.stop();
  await receiver.close();
});

async function ask(method: string, path: string, body?: object) {
  const answer = await desk.client.request(method, path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body;
}

/** Until everything that has happened so far was told. */
const allTold = () =>
  vi.waitFor(async () => {
    const { rows } = await owner.query(`
      select (select count(*)::int from outbox where not assigned) as unassigned,
        (select count(*)::int from outbox_positions where consumer = 'webhooks' and last_event > done_event) as unread,
        (select count(*)::int from webhook_deliveries where state = 'waiting') as waiting`);
    expect(rows).toEqual([{ unassigned: 0, unread: 0, waiting: 0 }]);
  }, polling);

/** What was told of these types since the last time, each as its schema says, and none twice. */
let read = 0;
async function told(...types: string[]) {
  await allTold();
  const news = receiver.received.slice(read);
  read = receiver.received.length;
  for (const { verified, body } of news) {
    const schema = webhookEvents[body.type as keyof typeof webhookEvents];
    expect([body.type, verified, safeParse(schema, body).error]).toEqual([body.type, true, undefined]);
    // A schema takes fields that it does not know; nothing is sent but what it names.
    expect(Object.keys(body.data).toSorted()).toEqual(Object.keys(schema.shape.data.shape).toSorted());
  }
  expect(new Set(news.map(({ id }) => id)).size).toBe(news.length);
  return news.map(({ body }) => body).filter(({ type }) => types.includes(type));
}

let lastNumber = 8300;
/** Somebody who says this once the agent has spoken. */
async function callWhoSays(words: string, agentId = 'gs-dental') {
  const number = `+1500555${++lastNumber}`;
  const script = [{ wait: 'agent' as const }, { say: words }, { wait: 'agent' as const }];
  desk.lab.callees.define(number, { script: [...script, { silence: 600_000 }], patienceMs: 'endless' });
  desk.lab.callees.setNumber(number, number);
  const { callId } = await ask('POST', '/api/calls', {
    ...{ agentId, phoneNumber: number, message: 'Say hello.', externalId: `visit-${lastNumber}` },
  });
  return { callId: callId as string, number, externalId: `visit-${lastNumber}` };
}

test('WH2: a transfer is told when it is asked for, and once when it has worked or failed', async () => {
  await setTransferTarget(desk.database.owner, '+15005550115', 'warm');
  const joined = await callWhoSays('A person, please.');
  const sid = () => desk.lab.calls().find(({ to }) => to === joined.number)?.sid ?? '';
  await desk.lab.waitFor(
    (entry) => entry.kind === 'said' && entry.callSid === sid() && entry.text.includes('this is Kim'),
  );
  desk.lab.hangUp(desk.lab.calls().find(({ parentCallSid }) => parentCallSid === sid())?.sid ?? '');
  await desk.client.waitUntilEnded(joined.callId, { because: 'transferred' });
  const types = ['transfer.requested', 'transfer.completed', 'transfer.failed'];
  const about = { schemaVersion: 1, direction: 'outbound', agentId: 'gs-dental', target: 'Front desk' };
  const ofJoined = {
    ...{ ...about, callId: joined.callId, externalId: joined.externalId, to: joined.number, kind: 'warm' },
  };
  expect(await told(...types)).toMatchObject([
    { type: 'transfer.requested', data: ofJoined },
    { type: 'transfer.completed', data: ofJoined },
  ]);
  await setTransferTarget(desk.database.owner, '+15005550101', 'cold');
  const busy = await callWhoSays('A person, please.');
  await vi.waitFor(async () => {
    const { rows } = await owner.query('select state from hand_overs where call_id = $1', [busy.callId]);
    expect(rows).toEqual([{ state: 'failed' }]);
  }, polling);
  await desk.client.end(busy.callId);
  await desk.client.waitUntilEnded(busy.callId);
  const ofBusy = { ...about, callId: busy.callId, externalId: busy.externalId, kind: 'cold' };
  expect(await told(...types)).toMatchObject([
    { type: 'transfer.requested', data: ofBusy },
    { type: 'transfer.failed', data: { ...ofBusy, reason: 'busy' } },
  ]);
});

test('WH2: a recording is told when it can be played and when it is gone, with its call or alone', async () => {
  await ask('PUT', '/api/data/recordings', {
    ...{ enabled: true, agentIds: ['kuzco'], removeAtCarrier: true, revision: 0, keepDays: 1 },
  });
  const calls = [await callWhoSays('Fine.', 'kuzco'), await callWhoSays('Good.', 'kuzco')] as const;
  for (const { callId } of calls) {
    await desk.client.waitUntilEnded(callId);
    const recording = () => desk.client.request('GET', `/api/calls/${callId}/recording`);
    await expect.poll(async () => (await recording()).body.recording?.state, polling).toBe('ready');
  }
  const types = ['recording.ready', 'recording.deleted'];
  const ready = await told(...types);
  expect(ready).toHaveLength(2);
  for (const { callId, externalId, number } of calls)
    expect(ready).toContainEqual(
      expect.objectContaining({
        type: 'recording.ready',
        data: expect.objectContaining({ callId, externalId, to: number, milliseconds: expect.any(Number) }),
      }),
    );
  const [expired, deleted] = calls;
  const database = await desk.database.open();
  await owner.query("update recordings set created_at = now() - interval '25 hours' where call_id = $1", [
    expired.callId,
  ]);
  const jobs = { send: async () => {} };
  await createRecordingStore(database, jobs, { once: async () => {} }).expire(10);
  const alone = { schemaVersion: 1, callId: expired.callId, externalId: expired.externalId };
  expect(await told(...types)).toMatchObject([{ type: 'recording.deleted', data: alone }]);
  expect((await desk.client.remove(deleted.callId)).status).toBe(200);
  expect(await removeDeleted(database)).toBe(1);
  const withIt = { schemaVersion: 1, callId: deleted.callId, externalId: null };
  expect(await told(...types)).toMatchObject([{ type: 'recording.deleted', data: withIt }]);
});

test('WH2: a listed number is told once, the same by hand, from a file and on a call', async () => {
  const none = { schemaVersion: 1, callId: null, externalId: null, unconfirmed: false };
  for (let time = 0; time < 2; time += 1)
    await ask('POST', '/api/do-not-call', { number: '+1 500 555 0171' });
  expect(await told('dnc.added')).toMatchObject([{ data: { ...none, number: '+15005550171' } }]);
  const rows = ['+15005550171', '+15005550172', '+15005550173', 'Ada'].map((number, row) => ({
    ...{ row: row + 1, number },
  }));
  for (let time = 0; time < 2; time += 1)
    await ask('POST', '/api/do-not-call/import', { rows, country: null });
  const fromFile = await told('dnc.added');
  expect(fromFile.map(({ data }) => data.number).toSorted()).toEqual(['+15005550172', '+15005550173']);
  for (const { data } of fromFile) expect(data).toEqual({ ...none, number: data.number });
  const { callId, externalId, number } = await callWhoSays('Never call me again.');
  await desk.client.waitUntilEnded(callId);
  expect(await told('dnc.added')).toMatchObject([{ data: { ...none, callId, externalId, number } }]);
});

test('WH2 WH9: a number whose owner is erased is told no more, and what was told of it goes', async () => {
  const number = '+15005550175';
  const { entry } = await ask('POST', '/api/do-not-call', { number });
  expect(await told('dnc.added')).toMatchObject([{ data: { number } }]);
  const database = await desk.database.open();
  const { listed } = createWebhookFacts(database);
  const { rows } = await owner.query('select tenant_id from do_not_call where id = $1', [entry.id]);
  const { tenant_id: tenantId } = rows[0];
  expect(await listed(tenantId, entry.id)).toEqual({ number });
  await createPersonalData(database, testDigest).erase(tenantId, { kind: 'number', number }, 'user_kit');
  expect(await listed(tenantId, entry.id)).toBeNull();
  const left = await owner.query('select 1 from webhook_deliveries where body like $1', [`%${number}%`]);
  expect(left.rowCount).toBe(0);
});

test('WH2: a campaign is told when it begins, is paused and is over, and each person whom it does not call any more', async () => {
  const always = [{ from: '00:00', to: '00:00' }];
  const policy = {
    ...{ ...startingPolicy, atOnce: 1, perMinute: 60, attempts: 1 },
    hours: {
      ...{ monday: always, tuesday: always, wednesday: always, thursday: always, friday: always },
      ...{ saturday: always, sunday: always },
    },
  };
  const { template } = await ask(
    ...(['POST', '/api/templates/templates', examples.createTemplate.body as object] as const),
  );
  const made = { ...(examples.createCampaign.body as object), templateId: template._id };
  const { id } = (await ask('POST', '/api/campaigns', made)).campaign;
  const of = `/api/campaigns/${id}`;
  await ask('PUT', of, { revision: 1, name: 'Recall', policy });
  const { campaign } = await ask('PUT', `${of}/file`, {
    ...(examples.setCampaignFile.body as object),
    header: ['Name', 'Phone', 'Day'],
  });
  const [rings, listed, skipped] = ['+15005550181', '+15005550182', '+15005550183'];
  const rows = [rings, listed, skipped].map((number, n) => ({
    ...{ row: n + 2, cells: ['Ada Weber', number, 'Monday'], problem: null },
  }));
  await ask('POST', `${of}/rows`, { file: campaign.file.file, rows });
  await ask('POST', '/api/do-not-call', { number: listed });
  desk.lab.callees.setNumber(rings, 'handset');
  const { revision } = (await ask('GET', of)).campaign;
  await ask('POST', `${of}/start`, { revision, at: null, ground: true });
  await expect.poll(() => desk.lab.calls().find(({ to }) => to === rings)?.status, polling).toBe('ringing');
  await ask('POST', `${of}/pause`);
  await ask('POST', `${of}/recipients/4/skip`);
  await ask('POST', `${of}/resume`);
  desk.lab.hangUp(desk.lab.calls().find(({ to }) => to === rings)?.sid ?? '');
  await expect.poll(async () => (await ask('GET', of)).campaign.state, polling).toBe('completed');
  const seen = await told(
    'campaign.started',
    'campaign.paused',
    'campaign.completed',
    'recipient.suppressed',
  );
  const about = { schemaVersion: 1, callId: null, externalId: null, campaignId: id };
  expect(seen.filter(({ type }) => type !== 'recipient.suppressed')).toMatchObject([
    { type: 'campaign.started', data: { ...about, name: 'Recall' } },
    { type: 'campaign.paused', data: { ...about, name: 'Recall', reason: 'person' } },
    { type: 'campaign.completed', data: { ...about, name: 'Recall', stopped: false } },
  ]);
  const suppressed = seen.filter(({ type }) => type === 'recipient.suppressed').map(({ data }) => data);
  expect(suppressed.toSorted((a, b) => a.row - b.row)).toEqual([
    { ...about, row: 3, number: listed, reason: 'do_not_call' },
    { ...about, row: 4, number: skipped, reason: 'skipped' },
  ]);
});

test('WH2: a follow-up and a published version are told once', async () => {
  const number = '+15005550191';
  const { followUp } = await ask('POST', '/api/follow-ups', { number, what: 'Send the form.' });
  const none = { schemaVersion: 1, callId: null, externalId: null };
  expect(await told('follow_up.created')).toMatchObject([
    {
      data: {
        ...{ ...none, followUpId: followUp.id, reason: 'hand', what: 'Send the form.', number },
        dueAt: followUp.dueAt,
      },
    },
  ]);
  const agents = new AgentRequests(desk.client);
  const agentId = await agents.published('Second desk');
  await agents.publish(agentId);
  expect(await told('agent.published')).toMatchObject([{ data: { ...none, agentId, agentVersion: 1 } }]);
});
