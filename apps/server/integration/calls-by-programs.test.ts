import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAnswer } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let secret: string;
let template: string;
const number = '+15005550100';

beforeAll(async () => {
  desk = await openDesk();
  const permissions = ['calls.read', 'calls.place'];
  secret = (await desk.client.request('POST', '/api/keys', { name: 'Diary', permissions })).body.secret;
  template = await templateOf('Greet <Patient> on <Day>.', { Day: 'Tuesday' });
});
afterAll(() => desk.stop());

async function templateOf(prompt: string, placeholders: object): Promise<string> {
  const { body } = await desk.client.request('POST', '/api/templates/templates', {
    ...{ name: 'Greeting', prompt, agentId: 'gs-dental', placeholders },
  });
  return body.template._id;
}

let sent = 0;
function newKey(): string {
  sent += 1;
  return `request-${sent}`;
}
const withKey = (method: string, path: string, body?: object, headers: object = {}): Promise<DeskAnswer> =>
  desk.client.request(method, path, body, { authorization: `Bearer ${secret}`, ...headers });
/** By a key of its own each time, unless one is given. */
const create = (body: object, key = newKey()): Promise<DeskAnswer> =>
  withKey(
    'POST',
    '/api/calls',
    { agentId: 'gs-dental', phoneNumber: number, ...body },
    { 'idempotency-key': key },
  );
const detail = async (id: string) => (await withKey('GET', `/api/calls/${id}`)).body.call;
const listed = async (query: string) => (await withKey('GET', `/api/calls?${query}`)).body;

test('AK9: a message is placed as a call, and what it is called outside is kept', async () => {
  const placed = await create({ message: 'Say hello.', externalId: 'order-1' });
  expect(placed).toMatchObject({ status: 200, body: { to: number, callId: expect.any(String) } });
  expect(await detail(placed.body.callId)).toMatchObject({
    ...{ externalId: 'order-1', instructions: 'Say hello.', to: number },
    placedBy: { displayName: 'Diary' },
  });
});

test('AK9: the same key gives the same call, and another request with it is refused', async () => {
  const asked = { message: 'Say hello.', externalId: 'order-2' };
  const first = await create(asked, 'twice');
  const again = await create(asked, 'twice');
  expect([first.status, again.status, again.body.callId]).toEqual([200, 200, first.body.callId]);
  for (const other of [
    { ...asked, message: 'Say goodbye.' },
    { ...asked, externalId: 'order-3' },
    { message: asked.message },
    { template: { id: template, values: { Patient: 'Ada' } } },
  ])
    expect(await create(other, 'twice')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  expect((await listed('externalId=order-2')).calls).toHaveLength(1);
});

test('AK7: without an idempotency key nothing is placed', async () => {
  const body = { agentId: 'gs-dental', phoneNumber: number, message: 'Say hello.', externalId: 'no-key' };
  const refused = await withKey('POST', '/api/calls', body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'idempotency_key_required' } });
  expect((await listed('externalId=no-key')).calls).toEqual([]);
});

test('AK9: a template is filled with the values, and its defaults count', async () => {
  const { body } = await create({ template: { id: template, values: { Patient: 'Ada <Day>' } } });
  expect(await detail(body.callId)).toMatchObject({
    ...{ instructions: 'Greet Ada <Day> on Tuesday.', templateId: template },
  });
});

test('AK9: a repeated request is the same call, also when its template was changed meanwhile', async () => {
  const id = await templateOf('Greet <Patient>.', {});
  const asked = { template: { id, values: { Patient: 'Ada' } } };
  const first = await create(asked, 'changed template');
  await desk.client.request('PUT', `/api/templates/templates/${id}`, {
    ...{ name: 'Greeting', prompt: 'Welcome <Patient>.', placeholders: {} },
  });
  expect((await create(asked, 'changed template')).body).toEqual(first.body);
});

test('AK9: a repeated request is the same call, also when its template was deleted or asks for more meanwhile', async () => {
  const id = await templateOf('Greet <Patient>.', {});
  const path = `/api/templates/templates/${id}`;
  const asked = { template: { id, values: { Patient: 'Ada' } }, externalId: 'gone template' };
  const first = await create(asked, 'gone template');
  expect(first.status).toBe(200);
  await desk.client.request('PUT', path, {
    ...{ name: 'Greeting', prompt: 'Greet <Patient> on <Day>.', placeholders: {} },
  });
  expect(await create(asked)).toMatchObject({ status: 400 });
  expect(await create(asked, 'gone template')).toMatchObject({ status: 200, body: first.body });
  await desk.client.request('DELETE', path);
  expect(await create(asked)).toMatchObject({ status: 404, body: { code: 'template_not_found' } });
  expect(await create(asked, 'gone template')).toMatchObject({ status: 200, body: first.body });
  expect((await listed('externalId=gone%20template')).calls).toHaveLength(1);
});

const unknown = '019a8b5e-6c00-7000-8000-00000000ffff';
test.each([
  [
    'no message and no template',
    {},
    400,
    'invalid_request',
    'Send either a message or a template, and not both.',
  ],
  [
    'both',
    { message: 'Hello.', template: { id: unknown } },
    ...[400, 'invalid_request', 'Send either a message or a template, and not both.'],
  ],
  ['an empty message', { message: ' ' }, 400, 'invalid_request', 'Write instructions for the agent.'],
  [
    'an externalId of 101 characters',
    { message: 'Hello.', externalId: 'x'.repeat(101) },
    ...[400, 'invalid_request', 'An externalId has 1 to 100 characters.'],
  ],
  [
    'a blank externalId',
    { message: 'Hello.', externalId: ' ' },
    ...[400, 'invalid_request', 'An externalId has 1 to 100 characters.'],
  ],
  [
    'an unknown template',
    { template: { id: unknown } },
    ...[404, 'template_not_found', 'This agent has no such template.'],
  ],
  [
    'the name of a property in place of an agent',
    { agentId: 'constructor', template: { id: unknown } },
    ...[404, 'agent_not_found', 'There is no such agent.'],
  ],
] as [string, object, number, string, string][])(
  'AK9: %s is refused',
  async (_, body, status, code, error) => {
    expect(await create(body)).toMatchObject({ status, body: { code, error } });
  },
);

test('AK9: a template without all of its values, or of another agent, is refused', async () => {
  expect(await create({ template: { id: template } })).toMatchObject({
    status: 400,
    body: { error: 'Please fill in all required placeholders: Patient' },
  });
  expect(await create({ agentId: 'kuzco', template: { id: template } })).toMatchObject({
    ...{ status: 404, body: { code: 'template_not_found' } },
  });
});

test('AK9: what the other route refuses is refused here, in the same words', async () => {
  const unwanted = '+15005550177';
  await desk.client.request('POST', '/api/do-not-call', { number: unwanted });
  for (const [agentId, phoneNumber] of [
    ['gs-dental', unwanted],
    ['gs-dental', '12'],
    ['nobody', number],
  ] as const) {
    const message = 'Say hello.';
    const [one, other] = [
      await create({ agentId, phoneNumber, message }),
      await withKey(...(['POST', `/api/twilio/${agentId}/call`, { phoneNumber, message }] as const), {
        'idempotency-key': newKey(),
      }),
    ];
    expect(one.status).toBeGreaterThanOrEqual(400);
    expect([one.status, one.body]).toEqual([other.status, other.body]);
  }
});

test('AK9: calls are found by what they are called outside, page by page, in their organization alone', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3])
    ids.unshift((await create({ message: `Say ${n}.`, externalId: 'Ticket 9/ä' })).body.callId);
  const query = `externalId=${encodeURIComponent('Ticket 9/ä')}`;
  const first = await listed(`${query}&limit=2`);
  expect(first.calls.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(0, 2));
  const next = await listed(`${query}&limit=2&afterId=${first.nextCursor}`);
  expect([next.calls.length, next.calls[0]?._id, next.hasMore]).toEqual([1, ids[2], false]);
  expect((await listed('externalId=ticket')).calls).toEqual([]);
  const other = desk.as({ organization: 'org_other_programs' });
  expect((await other.request('GET', `/api/calls?${query}`)).body.calls).toEqual([]);
});

const searched = async (query: string) => (await withKey('GET', `/api/calls/search?${query}`)).body;
const idsOf = ({ hits }: { hits: { call: { _id: string } }[] }) => hits.map(({ call }) => call._id);

test('SE13: the search finds calls by the whole id of other software, newest first, page by page', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3])
    ids.unshift((await create({ message: `Say ${n}.`, externalId: 'case 7/ä' })).body.callId);
  const query = `q=${encodeURIComponent(' case 7/ä ')}`;
  const first = await searched(`${query}&limit=2`);
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  expect(first.hits[0].hit).toEqual({ where: 'id', parts: [{ text: 'case 7/ä', marked: true }] });
  const next = await searched(`${query}&limit=2&after=${first.next}`);
  expect([idsOf(next), next.next]).toEqual([ids.slice(2), null]);
  // A part of it is not the id, and other filters count too.
  expect(idsOf(await searched('q=case%207'))).toEqual([]);
  expect(idsOf(await searched(`${query}&direction=inbound`))).toEqual([]);
  expect(idsOf(await searched(`${query}&direction=outbound`))).toEqual(ids);
  const other = desk.as({ organization: 'org_other_programs' });
  expect(idsOf((await other.request('GET', `/api/calls/search?${query}`)).body)).toEqual([]);
});

test.each([
  ['that looks like the id of a call', '019a8b5e-6c00-7000-8000-00000000abcd'],
  ['of digits alone', '4711881'],
  ['of signs alone', '--/--'],
  ['with a quotation mark', 'a"b'],
])('SE13: an id of other software %s finds its call', async (_, externalId) => {
  const { callId } = (await create({ message: 'Say hello.', externalId })).body;
  expect(idsOf(await searched(`q=${encodeURIComponent(externalId)}`))).toEqual([callId]);
});

test('SE13: calls that say it are found beside those that are called so, each once', async () => {
  const said = (await create({ message: 'Ask about ref-0815.' })).body.callId;
  const both = (await create({ message: 'Ask again about ref-0815.', externalId: 'ref-0815' })).body.callId;
  const called = (await create({ message: 'Say hello.', externalId: 'ref-0815' })).body.callId;
  expect(idsOf(await searched('q=ref-0815'))).toEqual([called, both, said]);
});

/** The commands of the page about keys, as somebody would copy them. */
test('AK9: the commands of docs/api-keys.md place a call and read it back', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/api-keys.md'), 'utf8');
  const [, script = ''] = /```sh\n([^`]+)```/.exec(page) ?? [];
  expect(script).toContain('curl');
  const hasCurl = spawnSync('curl', ['--version']).error === undefined;
  const said = hasCurl ? await run(script) : await sendAsFetch(script);
  const [placed, found] = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(placed).toEqual({ to: number, callId: expect.any(String) });
  expect(found.calls.map(({ _id }: { _id: string }) => _id)).toEqual([placed.callId]);
});

async function run(script: string): Promise<string> {
  const env = { ...process.env, PARLEY_URL: desk.url, PARLEY_KEY: secret };
  return (await promisify(execFile)('sh', ['-ec', script], { env })).stdout;
}

/** Where there is no curl: what the two commands send. */
async function sendAsFetch(script: string): Promise<string> {
  const body = JSON.parse(/-d '([^']+)'/.exec(script)?.[1] ?? 'null');
  const placed = await withKey('POST', '/api/calls', body, { 'idempotency-key': body.externalId });
  return [placed.body, await listed(`externalId=${body.externalId}`)]
    .map((answer) => JSON.stringify(answer))
    .join('\n');
}
