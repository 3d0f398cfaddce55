import { agentRoutes, emptyAgentConfig } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { startDesk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let desk: VoiceDesk;
let admin: DeskClient;
let agents: AgentRequests;

const numbers = ['+15005550006', '+15005550007', '+15005550008', '+15005550009'];

beforeAll(async () => {
  desk = await openVoiceDesk({ numbers });
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
