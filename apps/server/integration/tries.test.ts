import { randomUUIDv7 } from 'node:crypto';
import { type AgentTry, emptyAgentConfig, transferInTry } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKnowledgeSearch } from '../src/adapters/postgres/knowledge-search.ts';
import { createTryStore } from '../src/adapters/postgres/try-store.ts';
import { createRemoveOldTries } from '../src/features/calls/tries/remove-old-tries.ts';
import { type Desk, startDesk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { type FollowedTry, follow } from '../testing/follow-try.ts';
import { practiceEntries } from '../testing/knowledge/entries.ts';
import { SteadyClock } from '../testing/steady-clock.ts';
import { openVoiceDesk, speed, type VoiceDesk } from '../testing/voice-desk.ts';

let desk: VoiceDesk;
let other: Desk;
let owner: pg.Client;

const frontDesk = '+15005550141';
/** In millionths of a dollar for a million tokens. */
const price = { inputPerMillion: 400_000, outputPerMillion: 1_600_000 };
const config = {
  ...emptyAgentConfig('Fern Clinic'),
  knowledge: { entries: practiceEntries.map((entry) => ({ ...entry })) },
};

beforeAll(async () => {
  desk = await openVoiceDesk();
  other = await startDesk(desk.deployment, {}, { clock: new SteadyClock(15), voiceSpeed: speed });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const made = await desk.client.request('POST', '/api/agents', {
    displayName: 'Fern Clinic',
    from: { kind: 'empty' },
  });
  expect(made.status).toBe(200);
  const agentId = made.body.agent.id;
  expect(agentId).toBe('fern-clinic');
  const saved = await desk.client.request('PUT', `/api/agents/${agentId}/draft`, {
    revision: made.body.agent.draft.revision,
    config: {
      ...config,
      identity: { ...config.identity, persona: 'You are friendly.' },
      conversation: {
        ...config.conversation,
        transfers: [{ name: 'Front desk', number: frontDesk, when: 'They ask for it.', hours: 'always' }],
      },
      opening: {
        ...config.opening,
        inbound: 'Hello, this is the AI assistant of Fern Clinic. How can I help you?',
      },
    },
  });
  expect(saved.status).toBe(200);
  const { organization } = (await desk.client.request('GET', '/api/organization')).body;
  const { revision, settings } = organization;
  const audio = { audioInputPerMillion: null, audioOutputPerMillion: null };
  const prices = { ...settings.prices, models: [{ model: 'scripted', ...price, ...audio }] };
  const priced = { revision, settings: { ...settings, prices } };
  expect(await desk.client.request('PUT', '/api/organization', priced)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await owner.end();
  await other.stop();
  await desk.stop();
});

async function begin(client: DeskClient = desk.client, body: object = {}): Promise<AgentTry> {
  const answer = await client.request('POST', '/api/agents/fern-clinic/tries', {
    channel: 'text',
    direction: 'inbound',
    ...body,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.try;
}

const say = (client: DeskClient, id: string, text: string) =>
  client.request('POST', `/api/tries/${id}/input`, { kind: 'say', text });

describe('a try by text', () => {
  test('AG19 and AG24: is a whole conversation with the draft, from its opening to its goodbye, through any server', async () => {
    const tried = await begin();
    const page = await follow(other.as(), tried.id);
    await expect.poll(() => page.said()).toContain('agent: Hello, this is the AI assistant of Fern Clinic.');
    expect(await say(other.as(), tried.id, 'Is there parking?')).toMatchObject({ status: 200 });
    await expect.poll(() => page.said()).toContain('There are free spaces behind the building.');
    expect(await say(desk.client, tried.id, 'No, thank you, goodbye.')).toMatchObject({ status: 200 });
    await page.closed;
    expect(page.said()).toContain('user: Is there parking?');
    expect(page.events.map(({ number }) => number)).toEqual(page.events.map((_, index) => index + 1));

    const [began] = page.events;
    expect(began).toMatchObject({ type: 'began', model: 'scripted' });
    expect(began?.type === 'began' && began.prompt).toContain('[2] Parking');
    expect(page.events).toContainEqual(
      expect.objectContaining({
        ...{ type: 'tool', name: 'cite_knowledge', status: 'done', simulated: false },
        input: { question: 'Is there parking?', entries: [2] },
      }),
    );
    expect(page.events.some(({ type }) => type === 'timing')).toBe(true);
    const last = page.events.at(-1);
    expect(last).toMatchObject({
      type: 'ended',
      reason: null,
      usage: { requests: 2, inputTokens: expect.any(Number) },
    });
    const { inputTokens = 0, outputTokens = 0 } = last?.type === 'ended' ? last.usage : {};
    const micros = Math.round(
      (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1_000_000,
    );
    expect(micros).toBeGreaterThan(0);
    expect(last).toMatchObject({ cost: { micros, currency: 'USD' } });
    const again = await follow(desk.client, tried.id, page.events.length - 1);
    await again.closed;
    expect(again.events).toEqual(page.events.slice(-1));
    expect(await say(desk.client, tried.id, 'Hello?')).toMatchObject({
      status: 409,
      body: { code: 'try_ended' },
    });
  });

  test('AG20: keeps the draft that it was begun with', async () => {
    const tried = await begin();
    const page = await follow(desk.client, tried.id);
    await owner.query(
      `update agents set draft = jsonb_set(draft, '{knowledge,entries,1,text}', '"On the roof."'), draft_revision = draft_revision + 1
       where id = 'fern-clinic'`,
    );
    await say(desk.client, tried.id, 'Is there parking?');
    await expect.poll(() => page.said()).toContain('behind the building');
    await desk.client.request('POST', `/api/tries/${tried.id}/end`);
    await page.closed;
    expect(page.events.at(-1)).toMatchObject({ type: 'ended', reason: 'ended_by_user' });
    const next = await begin();
    expect(next.revision).toBe(tried.revision + 1);
    const nextPage = await follow(desk.client, next.id);
    await say(desk.client, next.id, 'Is there parking?');
    await expect.poll(() => nextPage.said()).toContain('On the roof');
    await desk.client.request('POST', `/api/tries/${next.id}/end`);
    await nextPage.closed;
  });

  test('AG19: hears silence and keys, as a call does', async () => {
    const tried = await begin();
    const page = await follow(desk.client, tried.id);
    await expect.poll(() => page.said()).toContain('are you still there');
    expect(
      await desk.client.request('POST', `/api/tries/${tried.id}/input`, { kind: 'keys', digits: '12' }),
    ).toMatchObject({ status: 200 });
    await expect.poll(() => page.said()).toMatch(/pressed 1 2/i);
    await page.closed;
    expect(page.events.at(-1)).toMatchObject({ type: 'ended', reason: 'silence' });
  });

  test('AG21: changes nothing outside of it: no list, no stream, no outbox, no do-not-call entry, no transfer, no summary', async () => {
    const abort = new AbortController();
    const live = await desk.client.events(abort.signal);
    const tried = await begin();
    const page = await follow(desk.client, tried.id);
    await say(desk.client, tried.id, 'Never call me again.');
    await page.closed;
    expect(page.events).toContainEqual(
      expect.objectContaining({ type: 'tool', name: 'do_not_call', simulated: true }),
    );
    const { id } = await begin();
    const transferred = await follow(desk.client, id);
    await say(desk.client, id, 'I want to speak to a person.');
    await transferred.closed;
    expectTransferNotCarriedOut(transferred);
    expect(await desk.client.calls()).toEqual([]);
    expect(await desk.client.request('GET', `/api/calls/${tried.id}`)).toMatchObject({ status: 404 });
    expect(await desk.client.end(tried.id)).toMatchObject({ status: 404 });
    expect(await desk.client.remove(tried.id)).toMatchObject({ status: 404 });
    const { rows } = await owner.query(`
      select (select count(*)::int from outbox) as outbox, (select count(*)::int from do_not_call) as listed,
        (select count(*)::int from dial_attempts) as dialled,
        (select count(*)::int from calls where summary_state <> 'none') as summaries`);
    expect(rows).toEqual([{ outbox: 0, listed: 0, dialled: 0, summaries: 0 }]);
    expect(live.seen.filter(({ type }) => type.startsWith('call') || type.startsWith('transcript'))).toEqual(
      [],
    );
    abort.abort();
  });

  test('AG22: is its own person’s alone: not of another person, role or organization', async () => {
    const tried = await begin();
    for (const person of [{ id: 'user_other' }, { organization: 'org_2' }]) {
      const stranger = desk.as(person);
      expect(await say(stranger, tried.id, 'Hello?')).toMatchObject({ status: 404 });
      expect(await stranger.request('POST', `/api/tries/${tried.id}/end`)).toMatchObject({ status: 404 });
      expect(await stranger.request('GET', `/api/tries/${tried.id}/events`)).toMatchObject({ status: 404 });
    }
    expect(
      await desk
        .as({ organization: 'org_2' })
        .request('POST', '/api/agents/fern-clinic/tries', { channel: 'text', direction: 'inbound' }),
    ).toMatchObject({ status: 404 });
    const viewer = desk.as({ role: 'viewer' });
    expect(await say(viewer, tried.id, 'Hello?')).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    });
    await desk.client.request('POST', `/api/tries/${tried.id}/end`);
  });

  test('AG23: a person has two at a time, and what is wrong is said before anything begins', async () => {
    const operator = desk.as({ id: 'user_two', role: 'operator' });
    const tries = [await begin(operator), await begin(operator)];
    const request = (body: object) => operator.request('POST', '/api/agents/fern-clinic/tries', body);
    const text = { channel: 'text', direction: 'inbound' };
    // Tried with another agent, the refusal names what ends them.
    const { status, body } = await operator.request('POST', '/api/agents/kuzco/tries', text);
    const named = tries.toReversed().map((each) => ({ ...each, displayName: 'Fern Clinic' }));
    expect([status, body]).toMatchObject([429, { code: 'too_many_tries', details: { tries: named } }]);
    for (const { id } of body.details.tries) await operator.request('POST', `/api/tries/${id}/end`);
    const open = async () => (await operator.request('GET', '/api/agents/fern-clinic/tries')).body.tries;
    // None is left open either, which would change what AG26 counts.
    await expect.poll(open).toEqual([]);
    expect(await request({ channel: 'text', direction: 'outbound' })).toMatchObject({ status: 400 });
    expect(await request({ channel: 'fax', direction: 'inbound' })).toMatchObject({ status: 400 });
    expect(await request({ channel: 'handset', direction: 'inbound' })).toMatchObject({ status: 400 });
    expect(await operator.request('POST', '/api/agents/nobody/tries', text)).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    });
    expect(await say(operator, 'no-id', 'Hello?')).toMatchObject({ status: 404 });
  });
});

/** The page is told so, and nobody's phone rings. */
function expectTransferNotCarriedOut({ events, said }: FollowedTry): void {
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool', name: 'transfer_call', simulated: true }),
  );
  expect(said()).toContain('agent: Of course. One moment, I am connecting you.');
  expect(said()).toContain(`system: ${transferInTry}`);
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'transferred' });
  expect(desk.lab.calls().filter(({ to }) => to === frontDesk)).toEqual([]);
}

test('AG19 and AG25: the handset rings with the draft, the page shows what is said there, and a transfer connects nobody', async () => {
  desk.lab.callees.define('asks', {
    script: [
      { wait: 'agent' },
      { say: 'Who is this?' },
      { wait: 'agent' },
      { say: 'I want to speak to a person.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
  desk.lab.callees.setNumber('+15005550199', 'asks');
  const tried = await begin(desk.as({ id: 'user_three' }), {
    channel: 'handset',
    direction: 'outbound',
    instructions: 'Remind them of the appointment on Tuesday at ten.',
  });
  const page = await follow(desk.as({ id: 'user_three' }), tried.id);
  await page.closed;
  expect(page.events[0]).toMatchObject({ type: 'began' });
  expectTransferNotCarriedOut(page);
  expect(await desk.client.calls()).toEqual([]);
});

test('AG24: a try is lost when nobody holds its session, and not while its server stores how it ended', async () => {
  const database = await desk.database.open();
  const tries = createTryStore(database, { listen: async () => ({ close: async () => {} }) } as never);
  const { rows: tenants } = await owner.query<{ tenant_id: string }>(
    "select tenant_id from agents where id = 'fern-clinic'",
  );
  const tenantId = tenants[0]?.tenant_id ?? '';
  const [callId, at] = [randomUUIDv7(), new Date(Date.now() - 60_000)];
  const begun = await tries.begin(
    {
      ...{ tenantId, callId, agentId: 'fern-clinic', userId: 'user_lost', at, channel: 'text' },
      ...{ direction: 'inbound', instructions: null, from: null, to: null },
      ...{ carrier: 'text', carrierAccount: null, carrierSid: `text-${callId}`, voiceSource: 'scripted' },
    },
    { livePerPerson: 1, perDay: 1000, liveSince: new Date(0) },
  );
  expect(begun.kind).toBe('begun');
  const lost = async () =>
    (await tries.findLost(new Date(Date.now() - 20_000), { tenantId, callId }))[0]?.call.id ?? null;
  expect(await lost()).toBe(callId);
  expect(await tries.findLost(new Date(), { tenantId: 'org_2', callId })).toEqual([]);
  expect(await tries.findLost(at, { tenantId, callId })).toEqual([]);
  await owner.query(
    `insert into live_sessions (tenant_id, call_id, session, server_id, lease_until)
     values ($1, $2, 1, 'x', now() + interval '15 seconds')`,
    [tenantId, callId],
  );
  expect(await lost()).toBeNull();
  await owner.query("update live_sessions set lease_until = now() - interval '1 second' where call_id = $1", [
    callId,
  ]);
  expect(await lost()).toBe(callId);
  await owner.query(
    `insert into voice_passes (digest, tenant_id, call_id, expires_at, used_at, closed_at)
     values ($3, $1, $2, now(), now(), now())`,
    [tenantId, callId, `digest of ${callId}`],
  );
  expect(await lost()).toBeNull();
  await owner.query("update voice_passes set closed_at = now() - interval '1 minute' where call_id = $1", [
    callId,
  ]);
  expect(await lost()).toBe(callId);
  const page = await follow(other.as({ id: 'user_lost' }), callId);
  await page.closed;
  expect(page.events).toMatchObject([{ number: 1, type: 'ended', reason: 'server_stopped' }]);
  expect(await lost()).toBeNull();
});

test('AG22: a page that was loaded again finds the tries that its person has open, and what speaks in them', async () => {
  const person = desk.as({ id: 'user_reload', role: 'operator' });
  const tried = await begin(person);
  expect(tried).toMatchObject({ engine: 'relay', callEngine: 'relay' });
  const open = async (client = person) => (await client.request('GET', '/api/agents/fern-clinic/tries')).body;
  expect(await open()).toEqual({ tries: [{ ...tried, displayName: 'Fern Clinic' }] });
  expect(await open(desk.as({ id: 'user_else' }))).toEqual({ tries: [] });
  expect(await open(desk.as({ organization: 'org_2', id: 'user_reload' }))).toEqual({ tries: [] });
  await person.request('POST', `/api/tries/${tried.id}/end`);
  await expect.poll(() => open()).toEqual({ tries: [] });
});

test('AG26: a try is deleted a day after it began, and what it used stays counted', async () => {
  const usage = () =>
    owner.query(`select sum(tries)::int as tries, sum(requests)::int as requests, sum(cost)::int as cost
      from try_usage`);
  const { rows: costs } = await owner.query(`
    select (select sum(cost)::int from try_usage where currency = 'USD' and model = 'scripted') as counted,
      (select sum((event->'cost'->>'micros')::int)::int from try_events where event->>'type' = 'ended') as told`);
  expect(costs[0].told).toBeGreaterThan(0);
  expect(costs[0].counted).toBe(costs[0].told);
  const before = (await usage()).rows;
  expect(before[0].tries).toBeGreaterThan(0);
  await owner.query(`update tries set created_at = created_at - interval '25 hours'`);
  const database = await desk.database.open();
  const tries = createTryStore(database, { listen: async () => ({ close: async () => {} }) } as never);
  const log = { info() {}, warn() {}, error() {}, debug() {} };
  const clock = { now: () => new Date(), time: () => Date.now(), after: () => () => {} };
  const search = createKnowledgeSearch(database);
  await createRemoveOldTries(tries, search, clock as never, log as never)();
  const { rows } = await owner.query(`
    select (select count(*)::int from tries) as tries, (select count(*)::int from try_events) as events,
      (select count(*)::int from calls) as calls, (select count(*)::int from transcript_entries) as entries`);
  expect(rows).toEqual([{ tries: 0, events: 0, calls: 0, entries: 0 }]);
  expect((await usage()).rows).toEqual(before);
});
