import { randomUUIDv7 } from 'node:crypto';
import { agentRoutes, emptyAgentConfig } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createKnowledgeQuestions } from '../src/adapters/postgres/knowledge-questions.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { startDesk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { manyEntries } from '../testing/knowledge/entries.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let desk: VoiceDesk;
let admin: DeskClient;
let agents: AgentRequests;

const numbers = ['+15005550006', '+15005550007', '+15005550008', '+15005550009'];
/** For two organizations with an agent of the same name. */
const ours = '+15005550010';
const foreign = '+15005550011';

beforeAll(async () => {
  desk = await openVoiceDesk({ numbers: [...numbers, ours, foreign] });
  admin = desk.client;
  agents = new AgentRequests(admin);
});
afterAll(() => desk.stop());

const auditOf = async (subject: string): Promise<string[]> => {
  const rows = await (await desk.database.open()).asSystem((tx) =>
    tx.execute<{ action: string }>(sql`select action from audit_log where subject = ${subject} order by id`),
  );
  return rows.rows.map(({ action }) => action);
};

describe('numbers', () => {
  test('AG10: a number is taken from another agent only when that one is named', async () => {
    const number = numbers[2] ?? '';
    const [one, two] = [
      await agents.published('One', 'Hello, AI assistant.'),
      await agents.published('Two', 'Hello, AI assistant.'),
    ];
    expect(await agents.take(number, one)).toMatchObject({ status: 200, body: { number: { agentId: one } } });
    expect(await agents.take(number, two)).toMatchObject({
      status: 409,
      body: { code: 'number_taken', details: { agentId: one, displayName: 'One' } },
    });
    expect(await agents.take(number, two, 'kuzco')).toMatchObject({ status: 409 });
    expect(await agents.take(number, two, one)).toMatchObject({ status: 200 });
    expect((await agents.agent(one)).numbers).toEqual([]);
    expect(await auditOf(two)).toContain('number.assigned');
    await agents.release(number);
    expect(await auditOf(two)).toContain('number.released');
    const { rows } = await (await desk.database.open()).asSystem((tx) =>
      tx.execute<{ data: object; held: string }>(sql`
        select data, (select id from phone_numbers where number = ${number} limit 1) as held
        from audit_log where action in ('number.assigned', 'number.released') and subject = ${two} order by id`),
    );
    expect(rows.map(({ data }) => data)).toEqual([
      { numberId: rows[0]?.held, takenFrom: one },
      { numberId: rows[0]?.held },
    ]);
    expect(JSON.stringify(rows)).not.toContain(number.slice(-4));
    expect(await agents.take('+12025550199', two)).toMatchObject({
      status: 404,
      body: { code: 'number_not_found' },
    });
  });

  test('AG10: a number has a label, of the organization that has the number', async () => {
    const number = numbers[3] ?? '';
    const label = (text: string, client = admin) =>
      client.request('PUT', `/api/numbers/${number}/label`, { label: text });
    expect(await label('  Evenings ')).toMatchObject({
      status: 200,
      body: { number: { label: 'Evenings' } },
    });
    expect((await agents.get('/api/numbers')).numbers).toContainEqual(
      expect.objectContaining({ number, label: 'Evenings' }),
    );
    expect(await label('x'.repeat(61))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await label('Mine', desk.as({ organization: 'org_2', role: 'admin' }))).toMatchObject({
      status: 404,
      body: { code: 'number_not_found' },
    });
    expect(await label('Mine', desk.as({ role: 'operator' }))).toMatchObject({ status: 403 });
  });

  test('AG11: a carrier account that claims the number of another one reaches nobody', async () => {
    const webhook = (account: string, sid: string) =>
      sendWebhook(
        `${desk.url}/webhooks/twilio/inbound`,
        {
          AccountSid: account,
          CallSid: sid,
          From: '+15005550078',
          To: numbers[0] ?? '',
          CallStatus: 'ringing',
        },
        { authToken: desk.lab.authToken },
      );
    const sid = (letter: string) => `CA${letter.repeat(32)}`;
    expect((await webhook(desk.lab.accountSid, sid('1'))).body).toContain('<Connect');
    const database = await desk.database.open();
    const number = sql`number = ${numbers[0]} and tenant_id = 'gs-dental'`;
    await database.asSystem((tx) =>
      tx.execute(sql`update phone_numbers set carrier_account = 'AC2' where ${number}`),
    );
    expect((await webhook(desk.lab.accountSid, sid('2'))).body).toContain('Nobody can take your call');
    await database.asSystem((tx) =>
      tx.execute(sql`update phone_numbers set carrier_account = ${desk.lab.accountSid} where ${number}`),
    );
  });
});

describe('who may what', () => {
  const changing = Object.entries(agentRoutes).filter(([, { permission }]) => permission === 'agents.write');

  test.each(['viewer', 'operator'])('a %s sees agents and changes nothing', async (role) => {
    const person = desk.as({ role });
    expect(await person.request('GET', '/api/agents/kuzco')).toMatchObject({ status: 200 });
    expect(changing).toHaveLength(10);
    for (const [, { method, path }] of changing) {
      const answer = await person.request(method, path.replace(/:\w+/g, 'kuzco'), {});
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test('AG16: of another tenant nobody learns a name, a version, a number or that it exists', async () => {
    const id = await agents.published('Secret agent', 'Hello, this is the AI assistant.');
    const other = desk.as({ organization: 'org_other', id: 'user_mallory' });
    const seen = JSON.stringify([
      (await other.request('GET', '/api/agent-cards')).body,
      (await other.request('GET', '/api/agents')).body,
      (await other.request('GET', '/api/numbers')).body,
    ]);
    expect(seen).not.toContain('Secret');
    expect(seen).not.toContain(numbers[0]);
    const config = emptyAgentConfig('Mine now');
    const attempts: [string, string, object?][] = [
      ['GET', `/api/agents/${id}`],
      ['PUT', `/api/agents/${id}/draft`, { revision: 2, config }],
      ['POST', `/api/agents/${id}/publish`, { revision: 2 }],
      ['GET', `/api/agents/${id}/versions`],
      ['GET', `/api/agents/${id}/versions/1`],
      ['GET', `/api/agents/${id}/changes?from=1&to=draft`],
      ['POST', `/api/agents/${id}/versions/1/restore`, { revision: 2 }],
      ['POST', `/api/agents/${id}/archive`],
      ['POST', `/api/agents/${id}/unarchive`],
      ['POST', '/api/agents', { displayName: 'Copy', from: { kind: 'copy', agentId: id } }],
    ];
    for (const [method, path, body] of attempts) {
      const real = await other.request(method, path, body);
      const made =
        JSON.parse(JSON.stringify(body ?? null)?.replaceAll(id, 'no-such-agent') ?? 'null') ?? undefined;
      const unknown = await other.request(method, path.replace(id, 'no-such-agent'), made);
      expect([path, real.status, real.body]).toEqual([path, 404, unknown.body]);
    }
    for (const [method, body] of [
      ['PUT', { agentId: 'kuzco', takenFrom: 'gs-dental' }],
      ['DELETE'],
    ] as const) {
      const real = await other.request(method, `/api/numbers/${numbers[0]}/agent`, body);
      expect(real).toMatchObject({ status: 404, body: { code: 'number_not_found' } });
    }
    expect(await agents.agent(id)).toMatchObject({ archivedAt: null, draft: { revision: 2 } });
  });

  test('AG15: open pages of the tenant hear of a change, those of another one do not', async () => {
    const { id } = await agents.create('Watched');
    const abort = new AbortController();
    const other = await desk.as({ organization: 'org_other', id: 'user_mallory' }).events(abort.signal);
    const events = await admin.events(abort.signal);
    await agents.save(id, (config) => {
      config.identity.persona = 'Changed.';
    });
    await expect.poll(() => events.seen).toContainEqual({ type: 'agent.changed', agentId: id, revision: 2 });
    abort.abort();
    expect(JSON.stringify(other.seen)).not.toContain(id);
  });
});

describe('AG16, KN9: two organizations with an agent of the same name and the same number of entries', () => {
  const other = () => desk.as({ organization: 'org_other', id: 'user_mallory' });
  const secrets = { mine: 'Behind the red barn.', theirs: 'On the blue roof.' };

  async function twin(client: DeskClient, text: string): Promise<void> {
    const requests = new AgentRequests(client);
    const { id } = await requests.create('Twin clinic', { kind: 'empty' });
    expect(id).toBe('twin-clinic');
    await requests.save(id, (config) => {
      config.identity.persona = 'You are friendly.';
      config.opening.inbound = 'Hello, this is the AI assistant. How can I help you?';
      config.knowledge.entries = [{ id: 'parking', title: 'Parking', text }, ...manyEntries(60)];
    });
    expect(await requests.publish(id)).toMatchObject({ status: 200 });
  }

  /** A caller asks the agent of a number about parking; the call, once it is over. */
  async function asked(client: DeskClient, to: string): Promise<string> {
    desk.lab.callees.define('parks', {
      script: [{ wait: 'agent' }, { say: 'Is there parking?' }, { wait: 'agent' }, 'hangup'],
    });
    await desk.lab.ended(desk.lab.dialIn({ from: '+15005550078', to, callee: 'parks' }).sid);
    await expect.poll(async () => (await client.calls()).find((call) => call.to === to)).toBeDefined();
    const { _id = '' } = (await client.calls()).find((call) => call.to === to) ?? {};
    return JSON.stringify(await client.waitUntilEnded(_id));
  }

  beforeAll(async () => {
    await twin(admin, secrets.mine);
    await twin(other(), secrets.theirs);
    await (await desk.database.open()).asSystem((tx) =>
      tx.execute(
        sql`update phone_numbers set agent_id = null, set_by = 'test', tenant_id =
              (select tenant_id from agents where id = 'twin-clinic' and draft::text like '%blue roof%')
            where number = ${foreign}`,
      ),
    );
  });

  test('nothing of the other is said on a call, or shown with it', async () => {
    expect(await agents.take(ours, 'twin-clinic')).toMatchObject({ status: 200 });
    expect(await agents.take(foreign, 'twin-clinic')).toMatchObject({ status: 404 });
    const theirs = new AgentRequests(other());
    expect(await theirs.take(ours, 'twin-clinic', 'twin-clinic')).toMatchObject({ status: 404 });
    expect(await theirs.take(foreign, 'twin-clinic')).toMatchObject({ status: 200 });
    const [onMine, onTheirs] = [await asked(admin, ours), await asked(other(), foreign)];
    expect(onMine).toContain(secrets.mine);
    expect(onMine).not.toContain(secrets.theirs);
    expect(onTheirs).toContain(secrets.theirs);
    expect(onTheirs).not.toContain(secrets.mine);
    expect((await other().calls()).map(({ to }) => to)).toEqual([foreign]);
  });

  test('nothing of the other is in the prompt or the events of a try', async () => {
    const client = other();
    const begun = await client.request('POST', '/api/agents/twin-clinic/tries', {
      ...{ channel: 'text', direction: 'inbound' },
    });
    expect(begun.status).toBe(200);
    const { id } = begun.body.try;
    const authorization = `Bearer ${await client.token()}`;
    const events = await fetch(`${client.url}/api/tries/${id}/events`, { headers: { authorization } });
    let seen = '';
    const reading = (async () => {
      for await (const chunk of events.body?.pipeThrough(new TextDecoderStream()) ?? []) seen += chunk;
    })();
    await client.request('POST', `/api/tries/${id}/input`, { kind: 'say', text: 'Is there parking?' });
    await expect.poll(() => seen).toContain(secrets.theirs);
    await client.request('POST', `/api/tries/${id}/end`);
    await reading;
    expect(seen).toContain('"type":"began"');
    expect(seen).not.toContain(secrets.mine);
  });

  test('KN8: a question of the other is neither listed nor taken off, with its real id', async () => {
    const path = '/api/agents/twin-clinic/unanswered-questions';
    const [call] = (await admin.calls()).filter(({ agentId }) => agentId === 'twin-clinic');
    const database = await desk.database.open();
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select tenant_id from calls where id = ${call?._id}`),
    );
    const key = { tenantId: String(rows[0]?.tenant_id), callId: call?._id ?? '' };
    const question = { question: 'Do you treat unicorns?', entries: [], at: new Date() };
    await createKnowledgeQuestions(database).add(key, question);
    const listed = (await admin.request('GET', path)).body;
    const [{ id }] = listed.questions;
    expect(listed.questions).toMatchObject([{ question: 'Do you treat unicorns?' }]);
    for (const role of ['admin', 'operator', 'viewer']) {
      const stranger = desk.as({ organization: 'org_other', id: 'user_mallory', role });
      expect((await stranger.request('GET', path)).body).toEqual({ questions: [], hasMore: false });
      const unknown = await stranger.request('DELETE', `${path}/${randomUUIDv7()}`);
      const real = await stranger.request('DELETE', `${path}/${id}`);
      expect([real.status, real.body]).toEqual([role === 'admin' ? 404 : 403, unknown.body]);
    }
    expect((await desk.as({ role: 'operator' }).request('DELETE', `${path}/${id}`)).status).toBe(403);
    expect((await admin.request('GET', path)).body).toEqual(listed);
    expect((await admin.request('DELETE', `${path}/${id}`)).status).toBe(200);
  });
});

test('AG12: a start of the server leaves alone what a person has set', async () => {
  const [main = '', , third = ''] = numbers;
  expect(await agents.take(main, 'kuzco', 'gs-dental')).toMatchObject({ status: 200 });
  const id = await agents.published('Third', 'Hello, this is the AI assistant.');
  await agents.take(third, id);
  await admin.request('DELETE', `/api/numbers/${numbers[1]}/agent`);
  await using second = await startDesk(desk.deployment);
  const { numbers: after } = (await second.as().request('GET', '/api/numbers')).body;
  const holders = Object.fromEntries(
    after.map(({ number, agentId }: { number: string; agentId: string | null }) => [number, agentId]),
  );
  expect(holders).toMatchObject({ [main]: 'kuzco', [numbers[1] ?? '']: null, [third]: id });
});
