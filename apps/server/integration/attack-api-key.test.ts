import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookEventNames } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { runAgents } from '../src/cli/run-agents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { askMcp } from '../testing/mcp-requests.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { formsOf, wholeDatabase } from '../testing/whole-database.ts';

const number = '+15005550100';
const polling = { timeout: 120_000, interval: 100 };

let database: TestDatabase;
let lab: Lab;
let dataDir: string;
let settings: NodeJS.ProcessEnv;
let server: ServerProcess;
let receiver: WebhookReceiver;
let client: DeskClient;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed: 50, cps: 1000 });
  receiver = await openWebhookReceiver();
  const deployment = await createDeployment(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-api-key-'));
  const more = { DATA_DIR: dataDir, LOG_LEVEL: 'trace', TOOL_HOSTS: '127.0.0.1' };
  settings = { ...deployment.settings, ...more };
  server = await startServerProcess(settings);
  client = new DeskClient(server.url, deployment.mint, {});
});
afterAll(async () => {
  await server.end();
  await lab.stop();
  await receiver.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function make(path: string, body: object) {
  const answer = await client.request('POST', path, body);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

test('AK1: a key is found in no log line, answer, address, export, webhook or row, wherever a program puts it', async () => {
  const permissions = ['calls.read', 'calls.place', 'calls.export', 'agents.read', 'dnc.add'];
  const made = await make('/api/keys', { name: 'Diary', permissions });
  const secret: string = made.secret;
  const keyId: string = made.key.id;
  const hook = { name: 'Diary', address: `${receiver.url}/diary`, events: webhookEventNames };
  receiver.secrets.set('/diary', (await make('/api/webhooks', hook)).secret);

  const answers: string[] = [];
  const bearer = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(server.url + path, { redirect: 'manual', headers: bearer, ...init });
    const text = await response.text();
    answers.push(JSON.stringify([...response.headers]) + text);
    return { status: response.status, text };
  };
  const post = (path: string, body: unknown, headers: object = {}) =>
    send(path, {
      ...{ method: 'POST', headers: { ...bearer, ...headers } },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  // Where it belongs: a call, its webhooks and an export are made with it.
  const call = { agentId: 'gs-dental', phoneNumber: number, message: 'Say hello.', externalId: 'visit-1' };
  const placed = await post('/api/calls', call, { 'idempotency-key': 'visit-1' });
  expect(placed.status).toBe(200);
  const { callId } = JSON.parse(placed.text);
  const order = { filters: {}, format: 'csv', columns: ['id', 'placedBy'], fields: [], bom: false };
  await client.waitUntilEnded(callId);

  // Where it does not: in addresses, in bodies that are read and that are not, and in other headers.
  for (const name of ['key', 'access_token', 'q', 'cursor']) {
    await send(`/api/calls?${name}=${secret}`);
    expect((await send(`/api/calls?${name}=${secret}`, { headers: {} })).status).toBe(401);
  }
  for (const path of ['/api/calls/', '/api/agents/', '/api/keys/', '/mcp/', '/', '/nothing/'])
    await send(`${path}${secret}`);
  await post(`/api/twilio/${secret}/call`, call, { 'idempotency-key': 'visit-2' });
  const wrong = [
    { ...call, apiKey: secret },
    { ...call, agentId: secret },
    { ...call, phoneNumber: secret },
  ];
  for (const [n, body] of [...wrong, { [secret]: secret }, [secret], `{"key": "${secret}"`].entries())
    await post('/api/calls', body, { 'idempotency-key': `wrong-${n}` });
  await post('/api/calls', secret, { 'content-type': secret });
  await post('/api/calls', call, { 'idempotency-key': secret.repeat(10) });
  for (const [name, value] of [
    ['x-api-key', secret],
    ['authorization', secret],
    ['cookie', `key=${secret}`],
  ] as const)
    expect((await send('/api/calls', { headers: { [name]: value } })).status).toBe(401);
  await send('/api/calls', { headers: { authorization: `Bearer ${secret.slice(0, -1)}A` } });
  await send('/api/calls', { headers: { ...bearer, referer: `${server.url}/?key=${secret}` } });

  // The same of the MCP server.
  const ask = async (method: string, params: Record<string, unknown>, headers = {}) => {
    const { status, body } = await askMcp(server.url, secret, '2026-07-28', method, params, headers);
    // What the protocol answers repeats what was asked for; it goes to whoever has asked.
    expect(status).toBeLessThan(500);
    return body;
  };
  expect((await ask('tools/list', {})).result.tools).not.toEqual([]);
  const input = { agentId: secret, phoneNumber: secret, message: 'Say hello.' };
  for (const name of ['preview_call', 'place_call', secret])
    await ask('tools/call', { name, arguments: { ...input, confirmation: secret, key: secret } });
  await ask('tools/call', { name: 'get_call', arguments: { callId: secret } });
  await ask(secret, {}, { 'mcp-method': secret, 'mcp-protocol-version': secret });
  await post(`/mcp?key=${secret}`, { jsonrpc: '2.0', id: 1, method: 'ping', key: secret });
  await post('/mcp', `{"jsonrpc": "${secret}`);

  const { link } = JSON.parse((await post('/api/calls/exports', order)).text);
  const file = await send(link);
  expect(file.text).toContain(callId);
  await expect
    .poll(() => receiver.received.map(({ body }) => body.type), polling)
    .toEqual(expect.arrayContaining(['call.started', 'call.summarized']));

  const opened = await database.open();
  const personal = createPersonalData(opened, testDigest);
  const tenantId = 'gs-dental';
  const exported = join(dataDir, 'exported');
  expect(await runAgents(['export', exported, '--draft'], settings)).toMatchObject({ exitCode: 0 });
  const files = await readdir(exported);
  const places = {
    'an answer': answers.join('\n'),
    'the log': server.output(),
    // What webhooks and all else is made from, and what a backup holds.
    'the database': await wholeDatabase(database),
    'a webhook': JSON.stringify(receiver.received),
    'the export of calls': file.text,
    'exported agents': (await Promise.all(files.map((name) => readFile(join(exported, name))))).join('\n'),
    'the export of whoever made it': JSON.stringify(
      await personal.export(tenantId, { kind: 'user', userId: 'user_kit' }),
    ),
    'the export of who was called': JSON.stringify(
      await personal.export(tenantId, { kind: 'number', number }),
    ),
    'the audit log': JSON.stringify((await client.request('GET', '/api/audit?limit=100')).body),
    'the export of the audit log': JSON.stringify(
      (await client.request('GET', '/api/audit/export?limit=100')).body,
    ),
  };
  // Each of them is about what was done with the key.
  expect(places['the log']).toContain('"level":20');
  for (const place of ['the audit log', 'the export of the audit log', 'the database'] as const)
    expect([place, places[place].includes(keyId)]).toEqual([place, true]);
  expect(places['the export of who was called']).toContain(callId);
  const rest = secret.slice(-43);
  for (const [place, text] of Object.entries(places))
    for (const form of [...formsOf(secret), rest])
      expect([place, text.includes(form)]).toEqual([place, false]);
});
