import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../src/adapters/better-auth/auth.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { access } from '../src/cli/run-access.ts';
import { runAgents } from '../src/cli/run-agents.ts';
import { defaultTenant } from '../src/features/access/tenant.ts';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings } from '../testing/desk.ts';
import { startS3Server } from '../testing/files/s3-server.ts';
import { identitySettings } from '../testing/identity-server.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { createBuiltInMint } from '../testing/tokens.ts';
import { webhookPaths } from '../testing/twilio-account.ts';
import { formsOf, wholeDatabase } from '../testing/whole-database.ts';

const password = 'planted-password-3f9c1d';
const wrongPassword = 'planted-wrong-password-77ab';
const modelKey = 'sk-planted-model-key-5b1e0a';
const said = 'Planted words about a toothache.';

let database: TestDatabase;
let lab: Lab;
let model: ModelServer;
let dataDir: string;
let settings: NodeJS.ProcessEnv;
let server: ServerProcess;
/** The response without the caller's own cookie and token. */
const answers: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed: 20, cps: 1000 });
  // A provider that repeats the key in its refusal, as some do.
  model = await ModelServer.start(() => ({ status: 401, body: `Incorrect API key: ${modelKey}` }), modelKey);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  settings = {
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    DATA_DIR: dataDir,
    ...carrierSettings(lab),
    TWILIO_API_KEY: lab.apiKey.sid,
    TWILIO_API_SECRET: lab.apiKey.secret,
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small',
    OPENAI_API_KEY: modelKey,
    TOOL_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'trace',
    DRAIN_SECONDS: '0',
  };
  server = await startServerProcess(settings);
});
afterAll(async () => {
  await server.end();
  await lab.stop();
  await model.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

let cookie = '';

async function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { 'content-type': 'application/json', origin: server.url, cookie, ...init.headers },
  });
  const text = await response.text();
  const own = path === '/api/auth/token' || path.startsWith('/api/auth/sign');
  const headers = [...response.headers].filter(([name]) => !['set-cookie', 'set-auth-jwt'].includes(name));
  answers.push(JSON.stringify(headers) + (own ? '' : text));
  const set = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  if (set.length > 0) cookie = set.join('; ');
  return { status: response.status, text };
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers });

test('planted secrets appear in no log line and in no answer, whatever fails', async () => {
  const email = 'kit@example.com';
  const person = { email, firstName: 'Kit', lastName: 'Reed' };
  expect((await post('/api/auth/sign-up/email', { ...person, password })).status).toBe(200);
  expect((await post('/api/auth/sign-in/email', { email, password: wrongPassword })).status).toBe(401);
  await post('/api/auth/sign-in/email', { email: password, password: wrongPassword, extra: password });
  expect((await post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  const session = cookie;
  const { token } = JSON.parse((await ask('/api/auth/token')).text) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };

  // Secrets in places where they do not belong.
  await ask(`/api/agents?access_token=${token}`, { headers: bearer });
  await ask(`/api/calls/${token}`, { headers: bearer });
  await ask('/api/calls', { method: 'POST', body: `{"password": "${password}"`, headers: bearer });
  await ask('/api/templates/templates', {
    method: 'POST',
    body: `{"password": "${password}"`,
    headers: bearer,
  });
  await ask('/api/agents', { headers: { authorization: `Bearer ${token.slice(0, -4)}abcd` } });
  await ask('/api/agents', { headers: { authorization: `Basic ${password}` } });

  // A call whose model refuses, one that the carrier fails, one with nobody there.
  const place = () =>
    post('/api/twilio/gs-dental/call', { phoneNumber: '+12025550177', message: said }, bearer);
  const { callId } = JSON.parse((await place()).text) as { callId: string };
  await expect
    .poll(async () => JSON.parse((await ask(`/api/calls/${callId}`, { headers: bearer })).text).call.status)
    .toBe('completed');
  lab.faults.set({ createErrorBefore: { times: 2 } });
  await place();
  lab.faults.clear();

  // Forged and good webhooks, with their signatures.
  for (const path of Object.values(webhookPaths)) {
    await sendWebhook(server.url + path, { CallSid: 'CA1' }, { authToken: 'planted-forged-token' });
    await sendWebhook(server.url + path, { CallSid: 'CA1', CallStatus: 'x' }, { authToken: lab.authToken });
  }
  await post('/api/auth/sign-out', {});

  const log = server.output();
  expect(log).toContain('"level":20');
  const secrets = {
    password,
    wrongPassword,
    modelKey,
    said,
    token,
    'token signature': token.split('.')[2] ?? '',
    'session cookie': decodeURIComponent(session.split('=')[1] ?? '').split('.')[0] ?? '',
    'auth secret': database.secret,
    'database password': new URL(database.url.replace('@/', '@h/')).password,
    'carrier token': lab.authToken,
    'carrier secret': lab.apiKey.secret,
    number: '12025550177',
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(6);
    expect(log.includes(secret), `${name} in the log`).toBe(false);
    // Users may read their own instructions and numbers.
    if (name !== 'said' && name !== 'number') {
      expect(answers.join('\n').includes(secret), `${name} in an answer`).toBe(false);
    }
  }
});

/** What is typed for connections: each value once in a place where it works, and once where it does not. */
const typed = {
  mail: 'planted-mail-password-a1',
  'new mail password': 'planted-mail-password-b2',
  'wrong mail password': 'planted-mail-password-c3',
  storage: 'planted/storage+secret-d4',
  'wrong storage secret': 'planted-storage-secret-e5',
  'phone token': 'planted-phone-token-f6',
  'phone key': 'planted-phone-secret-g7',
  'model key': 'planted-model-key-h8',
  'wrong model key': 'planted-model-key-j0',
  'speech key': 'planted-speech-key-i9',
};

test('CN3: secrets of connections are found nowhere but in the vault, whatever succeeds or fails', async () => {
  cookie = '';
  expect((await post('/api/auth/sign-in/email', { email: 'kit@example.com', password })).status).toBe(200);
  const { token } = JSON.parse((await ask('/api/auth/token')).text) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body?: object) => {
    const response = await ask(`/api/connections${path}`, {
      method,
      headers: bearer,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(response.text) };
  };

  let accepted = typed.mail;
  const mailServer = await startMailServer({ login: { user: 'desk', password: () => accepted } });
  const bucket = await startS3Server({ secretAccessKey: typed.storage });
  const willing = await ModelServer.start(
    ({ tools }) => (tools ? [{ call: 'hang_up', input: { reason: 'goodbye' } }] : [{ say: 'Yes.' }]),
    typed['model key'],
  );
  try {
    const mail = {
      ...{ host: '127.0.0.1', port: mailServer.port, security: 'plain', user: 'desk' },
      ...{ password: typed.mail, from: 'desk@example.com' },
    };
    const wrong = { ...mail, password: typed['wrong mail password'] };
    expect((await send('POST', '/mail/check', wrong)).body.problem.code).toBe('mail_login');
    expect((await send('POST', '/mail', { ...wrong, replaces: null })).status).toBe(422);
    // Fields that do not belong there, and values of the wrong kind.
    expect((await send('POST', '/mail', { ...mail, replaces: typed.mail, port: typed.mail })).status).toBe(
      400,
    );
    const connected = await send('POST', '/mail', { ...mail, replaces: null });
    expect(connected.body.connections.mail.state).toBe('connected');
    const { id } = connected.body.connections.mail;
    const refused = { revision: 1, secret: typed['wrong mail password'] };
    expect((await send('PUT', `/${id}/secret`, refused)).status).toBe(422);
    accepted = typed['new mail password'];
    expect((await send('POST', `/${id}/test`)).body.connections.mail.state).toBe('failing');
    const renewed = { revision: 1, secret: typed['new mail password'] };
    expect((await send('PUT', `/${id}/secret`, renewed)).body.connections.mail.state).toBe('connected');
    await send('PUT', `/${typed.mail}/secret`, { revision: 1, secret: typed.mail });

    const storage = { place: 's3', ...bucket.settings };
    const bad = { ...storage, secretAccessKey: typed['wrong storage secret'] };
    expect((await send('POST', '/storage/check', bad)).body.problem.code).toBe('storage_refused');
    expect((await send('POST', '/storage', { ...bad, replaces: null })).status).toBe(422);
    expect((await send('POST', '/storage', { ...storage, replaces: null })).status).toBe(200);

    const phone = {
      ...{ accountSid: lab.accountSid, authToken: typed['phone token'] },
      apiKey: { sid: lab.apiKey.sid, secret: typed['phone key'] },
    };
    await send('POST', '/phone/check', phone);
    const number = `PN${'0'.repeat(32)}`;
    const limits = { callsAtOnce: 1, callsPerSecond: 1, countries: ['US'] };
    await send('POST', '/phone', { ...phone, numbers: [number], main: number, ...limits, replaces: null });
    const ofModel = { provider: 'openai-compatible', baseUrl: model.url, key: typed['model key'] };
    await send('POST', '/model/models', ofModel);
    await send('POST', '/model/check', { ...ofModel, model: 'small' });
    const entered = { ...ofModel, model: 'small', replaces: null };
    expect((await send('POST', '/model', entered)).body.code).toBe('connection_failed');
    const spoken = await send('POST', '/model', { ...entered, baseUrl: willing.url });
    expect(spoken.body).toMatchObject({ connections: { model: { state: 'connected' } } });
    const renew = (secret: string) =>
      send('PUT', `/${spoken.body.connections.model.id}/secret`, { revision: 1, secret });
    expect((await renew(typed['wrong model key'])).body.code).toBe('connection_failed');
    expect((await renew(typed['model key'])).body.connections.model).toMatchObject({ revision: 2 });
    const speech = { url: model.url.replace('http', 'ws'), key: typed['speech key'], model: 'small' };
    await send('POST', '/speech/check', speech);
    await send('POST', '/speech', { ...speech, replaces: null });
    expect((await send('GET', '')).status).toBe(200);

    const everything = await wholeDatabase(database);
    expect(everything).toContain('connection.secret_replaced');
    // Of tables that hide their rows from most roles, too.
    for (const there of ['connection.failing', 'desk@example.com', `connections/${id}/password`])
      expect(everything).toContain(there);
    const exported = join(dataDir, 'exported');
    expect(await runAgents(['export', exported, '--draft'], settings)).toMatchObject({ exitCode: 0 });
    const files = await readdir(exported);
    const opened = await database.open();
    const person = { kind: 'user', userId: decodeJwt(token).sub ?? '' } as const;
    const ofPerson = await createPersonalData(opened, testDigest).export(defaultTenant(), person);
    const places = {
      'an answer': answers.join('\n'),
      'the log': server.output(),
      // All rows of all tables: what a backup holds.
      'the database': everything,
      'exported agents': (await Promise.all(files.map((file) => readFile(join(exported, file))))).join('\n'),
      'the export of a person': JSON.stringify(ofPerson),
    };
    expect(files).not.toEqual([]);
    expect(places['the export of a person']).toContain('connection');
    for (const [name, secret] of Object.entries(typed))
      for (const [place, text] of Object.entries(places))
        for (const form of formsOf(secret)) expect(text.includes(form), `${name} in ${place}`).toBe(false);
  } finally {
    await mailServer.close();
    await bucket.stop();
    await willing.stop();
  }
});

test('revoked access ends before the last token does, and with it the event stream', async () => {
  const email = 'jo@example.com';
  cookie = '';
  await post('/api/auth/sign-up/email', { email, firstName: 'Jo', lastName: 'Reed', password });
  expect(await access(['grant', email, 'lead'], settings)).toMatchObject({ exitCode: 0 });
  const issued = JSON.parse((await ask('/api/auth/token')).text) as { token: string };
  const claims = decodeJwt(issued.token);
  expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(60);

  // The same token, issued again as another one.
  const exp = Math.ceil(Date.now() / 1000) + 50;
  const auth = createAuth(identitySettings(await database.open()));
  const token = await (await createBuiltInMint(auth, 'parley')).sign({ ...claims, exp });
  const bearer = { authorization: `Bearer ${token}` };
  expect((await ask('/api/agents', { headers: bearer })).status).toBe(200);
  const stream = await fetch(`${server.url}/api/events`, { headers: bearer });
  expect(stream.status).toBe(200);
  expect(await access(['revoke', email], settings)).toMatchObject({ exitCode: 0 });

  expect((await ask('/api/auth/token')).status).toBe(401);
  expect((await post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  const later = JSON.parse((await ask('/api/auth/token')).text) as { token: string };
  const shownOut = { authorization: `Bearer ${later.token}` };
  expect((await ask('/api/agents', { headers: shownOut })).status).toBe(403);
  // The stream closes by itself; no later event reaches it.
  await stream.text();
  await expect
    .poll(async () => (await ask('/api/agents', { headers: bearer })).status, { interval: 100 })
    .toBe(401);
  expect(Date.now()).toBeLessThan(exp * 1000);
  for (const path of ['/api/calls', '/api/events', '/api/templates/templates']) {
    expect((await ask(path, { headers: bearer })).status).toBe(401);
  }
});
