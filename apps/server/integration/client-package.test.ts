import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { installPackedClient } from '../testing/packed-client.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const root = join(import.meta.dirname, '../../..');
const bin = join(root, 'node_modules/.bin');
const patient = { timeout: 120_000, interval: 50 };
const run = promisify(execFile);

let desk: OpenDesk;
let receiver: WebhookReceiver;
let folder: string;
let key: string;
let listening: ChildProcess | undefined;

/** An event as a receiver has it: id, type, call. */
type Told = readonly [string, string, string];

/** The programs of the page about the client, by the heading that they stand under. */
const programs = new Map<string, string>();
/** Beside them: what the page does not show. */
const endpointsProgram = `
import { ParleyClient, ParleyError, type Call, type WebhookSecretResponse } from '@parley/client';
const [baseUrl = '', apiKey = '', ...addresses] = process.argv.slice(2);
const parley = new ParleyClient({ baseUrl, apiKey });
const events = ['call.started', 'call.answered', 'call.ended', 'call.failed'] as const;
const made: WebhookSecretResponse[] = [];
for (const address of addresses)
  made.push(await parley.webhooks.createWebhook({ name: 'Diary', address, events: [...events] }));
const refused = await parley.contacts.listContacts().catch((error: unknown) => error);
const unknown = await parley.calls.getCall('../contacts').catch((error: unknown) => error);
const codes = [refused, unknown].map((error) => error instanceof ParleyError && [error.status, error.code]);
const first: Call | undefined = (await parley.calls.listCalls()).calls[0];
// @ts-expect-error: a call has no such field
first?.nothing;
// @ts-expect-error: an agent is needed
void (() => parley.calls.createCall({ phoneNumber: '+15005550100' }));
const secrets = made.map(({ secret }) => secret);
console.log(JSON.stringify({ secrets, codes, rateLimit: parley.rateLimit }));
`;
const lostAnswerProgram = `
import { ParleyClient } from '@parley/client';
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
// The first answer is lost on its way, after the desk has placed the call.
let sent = 0;
const forgetful = new ParleyClient({
  ...{ baseUrl, apiKey },
  fetch: async (address, init) => {
    const answer = await fetch(address, init);
    sent += 1;
    if (sent === 1) throw new TypeError('The connection was lost.');
    return answer;
  },
});
await forgetful.calls.createCall({
  ...{ agentId: 'gs-dental', phoneNumber: '+15005550120', message: 'Say hello.', externalId: 'lost-answer' },
});
const placed: string[] = [];
for await (const call of forgetful.calls.listCalls({ externalId: 'lost-answer' })) placed.push(call._id);
console.log(sent, placed.length);
`;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  desk = await openDesk({ speed: 50 }, { TOOL_HOSTS: '127.0.0.1' });
  const permissions = ['calls.read', 'calls.place', 'webhooks.manage'];
  key = (await desk.client.request('POST', '/api/keys', { name: 'Diary', permissions })).body.secret;
  folder = await mkdtemp(join(tmpdir(), 'parley-stranger-'));
  await installPackedClient(folder);
  await compilePrograms();
});
afterAll(async () => {
  listening?.kill();
  await desk.stop();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** As strictly as the compiler can, the declarations of the package included. */
async function compilePrograms(): Promise<void> {
  const page = await readFile(join(folder, 'node_modules/@parley/client/README.md'), 'utf8');
  for (const [, title = '', text = ''] of page.matchAll(
    /^## (.+)\n(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```/gm,
  ))
    programs.set(title, text);
  const files = [...programs].map(([title, text]) => [fileOf(title), text] as const);
  for (const [name, text] of [
    ...files,
    ['endpoints', endpointsProgram] as const,
    ['lost-answer', lostAnswerProgram] as const,
  ])
    await writeFile(join(folder, `${name}.ts`), text);
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ skipLibCheck: false, verbatimModuleSyntax: true, noPropertyAccessFromIndexSignature: false },
    ...{ target: 'es2022', lib: ['es2023'], module: 'nodenext', moduleResolution: 'nodenext' },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await run(join(bin, 'tsc'), ['-p', folder]).catch(({ stdout }) => {
    throw new Error(`The programs do not compile.\n${stdout}`);
  });
}

const fileOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const environment = () => ({ PATH: process.env.PATH ?? '', PARLEY_URL: desk.url, PARLEY_KEY: key });

async function start(title: string): Promise<string> {
  expect([...programs.keys()]).toContain(title);
  const file = join(folder, `${fileOf(title)}.js`);
  return (await run(process.execPath, [file], { cwd: folder, env: environment() })).stdout;
}

test('what is packed is compiled files and a page, without dependencies', async () => {
  const installed = join(folder, 'node_modules/@parley/client');
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect((await readdir(installed)).sort()).toEqual(['README.md', 'dist', 'package.json']);
  expect((await readdir(join(folder, 'node_modules', '@parley'))).sort()).toEqual(['client']);
  for (const name of await readdir(join(installed, 'dist'))) {
    const text = await readFile(join(installed, 'dist', name), 'utf8');
    const imported = [...text.matchAll(/^(?:import|export) .*from ['"](.+)['"]|import\(['"]/gm)].map(
      ([, from]) => from,
    );
    for (const from of imported)
      expect([name, from]).toEqual([name, expect.stringMatching(/^\.\/[\w-]+\.js$/)]);
  }
});

// Before the others, so that no call of theirs is told of before the receivers know their secrets.
test('events of a call are verified by the client, and by the package of Standard Webhooks', async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const env = environment();
  const args = [join(folder, 'endpoints.js'), desk.url, key, address, `${receiver.url}/package`];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  const { secrets, codes, rateLimit } = JSON.parse(stdout);
  expect(codes).toEqual([
    [403, 'not_permitted'],
    [404, 'call_not_found'],
  ]);
  expect(rateLimit).toEqual({ remaining: expect.any(Number), resetSeconds: expect.any(Number) });
  receiver.secrets.set('/package', secrets[1]);

  const lines: string[] = [];
  listening = spawn(process.execPath, [join(folder, 'webhooks.js')], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] as const },
    env: { ...env, PORT: String(port), WEBHOOK_SECRETS: `${secrets[1]} ${secrets[0]}` },
  });
  listening.stdout?.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
  const forged = () => fetch(address, { method: 'POST', body: '{"type":"call.ended"}' });
  await vi.waitFor(async () => expect((await forged()).status).toBe(400), patient);

  // Who sends too much, or hangs up in the middle of a body, is told of, and ends nothing.
  let told = '';
  listening.stderr?.on('data', (chunk) => {
    told += chunk;
  });
  // The answer may be lost with the connection, which ends before all is sent.
  await fetch(address, { method: 'POST', body: 'x'.repeat(8_000_000) }).catch(() => null);
  await vi.waitFor(() => expect(told).toContain('The body is too large.'), patient);
  const caller = connect(port, '127.0.0.1');
  await once(caller, 'connect');
  caller.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"type"');
  await vi.waitFor(() => expect(told).toContain('aborted'), patient);
  caller.destroy();
  expect((await forged()).status).toBe(400);

  const { body } = await desk.client.request('POST', '/api/twilio/gs-dental/call', {
    ...{ phoneNumber: '+15005550100', message: 'Say hello.' },
  });
  // What is sent again has the same id.
  const types = (events: readonly Told[]) => [
    ...new Map(
      events.filter(([, , callId]) => callId === body.callId).map(([id, type]) => [id, type]),
    ).values(),
  ];
  const ours = () => types(lines.map((line) => line.split(' ') as unknown as Told));
  const theirs = () =>
    types(receiver.received.map(({ id, body: event }) => [id, event.type, event.data.callId] as Told));
  const ends = [expect.stringMatching(/^call\.(?:ended|failed)$/)];
  await vi.waitFor(() => expect(ours()).toEqual(expect.arrayContaining(ends)), patient);
  await vi.waitFor(() => expect(theirs()).toEqual(expect.arrayContaining(ends)), patient);
  expect(ours()[0]).toBe('call.started');
  expect(theirs()).toEqual(ours());
  const others = receiver.received.filter(({ body: event }) => event.data.callId === body.callId);
  expect(others.every(({ verified }) => verified)).toBe(true);
});

test('the programs of the page place a call, walk over a list and read an error', async () => {
  expect(await start('Place a call')).toMatch(/^appointment-4711 \+15005550100 [a-z-]+\n$/);
  for (const n of [1, 2, 3])
    await desk.client.request(
      'POST',
      '/api/calls',
      { agentId: 'gs-dental', phoneNumber: `+1500555011${n}`, message: 'Say hello.', externalId: 'batch-7' },
      { authorization: `Bearer ${key}`, 'idempotency-key': `batch-7-${n}` },
    );
  const [page, ...walked] = (await start('Lists')).trim().split('\n');
  expect(page).toBe('2 true');
  expect(walked).toHaveLength(3);
  expect(await start('Errors')).toMatch(/^Not a number: .+\.\n$/);
});

test('a request whose answer is lost is repeated with the same key, and nobody is called twice', async () => {
  const args = [join(folder, 'lost-answer.js'), desk.url, key];
  // The call was asked for twice, and the list once.
  expect((await run(process.execPath, args, { cwd: folder, env: environment() })).stdout).toBe('3 1\n');
});
