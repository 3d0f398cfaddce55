import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConnectionStore } from '../src/adapters/postgres/connections/store.ts';
import { doctor, usage } from '../src/cli/run-doctor.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import { type Answer, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings, createDeployment, type Desk, startDesk } from '../testing/desk.ts';
import { startS3Server } from '../testing/files/s3-server.ts';
import { run } from '../testing/old-deployment.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';

const unreachableBucket = {
  FILES_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
  FILES_ACCESS_KEY_ID: 'id',
  FILES_SECRET_ACCESS_KEY: 'the secret of the bucket',
};

let database: TestDatabase;
let lab: Lab;
let desk: Desk;
let model: ModelServer;
let answer: Answer | null;
let dataDir: string;
let healthy: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab();
  const deployment = await createDeployment(database, lab);
  desk = await startDesk(deployment, unreachableBucket);
  answer = null;
  model = await ModelServer.start(
    ({ tools }) =>
      answer ?? (tools ? [{ call: 'hang_up', input: { reason: 'goodbye' } }] : [{ say: 'Yes.' }]),
    'the key of the model',
  );
  dataDir = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
  healthy = {
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    DATA_DIR: dataDir,
    PUBLIC_URL: desk.url,
    ...carrierSettings(lab),
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small',
    OPENAI_API_KEY: 'the key of the model',
  };
});
afterAll(async () => {
  await desk.stop();
  await lab.stop();
  await model.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a healthy deployment: one line for each check, and nothing to do', async () => {
  const { exitCode, output } = await doctor([], healthy);
  expect(output.split('\n')).toEqual([
    `ok     data folder     ${dataDir} can be written to`,
    'ok     database        PostgreSQL answers',
    'ok     database roles  all three can sign in and are bound by row-level security',
    'ok     connections     PostgreSQL allows 297, one server uses up to 38',
    expect.stringMatching(/^ok {5}vault {11}all \d+ sealed values can be read$/),
    `ok     storage         ${join(dataDir, 'files')} is made with the first file`,
    'ok     phone account   phone-lab (a carrier on this machine, not Twilio) is connected.',
    'ok     numbers         Calls to +15005550006 arrive here.',
    `ok     public address  The carrier calls back at ${desk.url}.`,
    'ok     model           small speaks on calls.',
    '',
    'No faults found.',
  ]);
  expect(exitCode).toBe(0);
  // A word, a tool, an answer in a given form: as before a model is connected.
  expect(model.requests).toHaveLength(3);
});

describe('a fault has one line and one remedy', () => {
  test.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      'a data folder in the wrong place',
      { DATA_DIR: join(import.meta.filename, 'parley') },
      /FAULT {2}data folder .*cannot be written.*\n +→ .*DATA_DIR/,
    ],
    [
      'another secret',
      { AUTH_SECRET: 'x'.repeat(40) },
      /FAULT {2}database .*AUTH_SECRET.*\n +→ Use the secret of the running servers/,
    ],
    [
      'no database',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /FAULT {2}database .*ECONNREFUSED.*\n +→ Check DATABASE_URL/,
    ],
    [
      'a folder of files that is not there',
      { FILES_URL: 'file:///srv/no-such-folder' },
      /FAULT {2}storage .*no-such-folder\.\n +→ .*FILES_URL/,
    ],
    [
      'a bucket where nobody is',
      unreachableBucket,
      /FAULT {2}storage .*The storage did not answer\.\n +→ Check the endpoint/,
    ],
    [
      'a wrong carrier token',
      { TWILIO_AUTH_TOKEN: 'wrong' },
      /FAULT {2}phone account .*does not accept.*\n +→ .*TWILIO_AUTH_TOKEN/,
    ],
    [
      'a carrier that is not there',
      { TWILIO_API_BASE_URL: 'http://127.0.0.1:1' },
      /FAULT {2}phone account .*did not answer\.\n +→ .*TWILIO_API_BASE_URL/,
    ],
    [
      'somebody else’s number',
      { TWILIO_PHONE_NUMBER: '+12025550100' },
      /FAULT {2}numbers .*no longer in the account.*\n +→ .*TWILIO_PHONE_NUMBER/,
    ],
    [
      'a public address where nobody is',
      { PUBLIC_URL: 'http://127.0.0.1:59917' },
      /FAULT {2}public address .*Nothing answers at 127\.0\.0\.1:59917.*\n +→ Start Parley/,
    ],
    [
      'a number that goes elsewhere',
      { PUBLIC_URL: 'http://127.0.0.1:59917' },
      /FAULT {2}numbers .*do not arrive here\.\n +→ Run npm run phone:setup\./,
    ],
    [
      'a wrong model key',
      { OPENAI_API_KEY: 'wrong' },
      /FAULT {2}model .*does not accept this key\.\n +→ Check OPENAI_API_KEY/,
    ],
    [
      'a model that is not there',
      { LLM_BASE_URL: 'http://127.0.0.1:1/v1' },
      /FAULT {2}model .*did not answer\.\n +→ Check LLM_BASE_URL/,
    ],
  ])('%s', async (_, change, finding) => {
    const { exitCode, output } = await doctor([], { ...healthy, ...change });
    expect(output).toMatch(finding);
    expect(exitCode).toBe(1);
    for (const secret of [
      database.secret,
      lab.authToken,
      'the key of the model',
      'the secret of the bucket',
    ]) {
      expect(output).not.toContain(secret);
    }
  });

  test('a proxy that is not in TRUST_PROXY, behind which all users share one limit', async () => {
    const reached = { ...healthy, WEB_ORIGINS: 'https://desk.example.com' };
    const { exitCode, output } = await doctor([], reached);
    expect(output).toMatch(/FAULT {2}reverse proxy .*share one limit.*\n +→ Set TRUST_PROXY/);
    expect(exitCode).toBe(1);
    const named = await doctor([], { ...reached, TRUST_PROXY: 'loopback' });
    expect(named).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/ok {5}reverse proxy .*loopback/),
    });
  });

  test('a public address where another server answers', async () => {
    const { output } = await doctor([], { ...healthy, PUBLIC_URL: lab.url });
    expect(output).toMatch(/FAULT {2}public address .*Something else answers.*\n +→ .*PUBLIC_URL/);
  });

  test('a model that is overloaded', async () => {
    answer = { status: 503 };
    expect((await doctor([], healthy)).output).toMatch(/FAULT {2}model .*did not answer\.\n +→ .*try again/);
    answer = null;
  });
});

test('files are stored, read and deleted for the check', async () => {
  const folder = join(dataDir, 'shared files');
  await mkdir(folder);
  const named = { ...healthy, FILES_URL: pathToFileURL(folder).href };
  const { output } = await doctor([], named);
  expect(output).toContain(
    `ok     storage         Files are stored in the folder of this server. It is ${folder}.\n`,
  );
  expect(await readdir(folder, { recursive: true })).toEqual(['.tmp']);
});

test('a bucket is checked in the same way, and nothing stays in it', async () => {
  const bucket = await startS3Server();
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings;
  const settings = {
    FILES_URL: `s3://${bucket.settings.bucket}/desk?region=${region}&endpoint=${endpoint}`,
    FILES_ACCESS_KEY_ID: accessKeyId,
    FILES_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const good = await doctor([], { ...healthy, ...settings });
  expect(good.output).toContain('ok     storage         Files are stored in the bucket call-files.\n');
  expect(bucket.keys()).toEqual([]);
  const wrong = await doctor([], { ...healthy, ...settings, FILES_SECRET_ACCESS_KEY: 'not-the-secret' });
  expect(wrong.output).toMatch(/FAULT {2}storage .*refused to store.*\n +→ Check FILES_URL/);
  expect(wrong.output).not.toContain('not-the-secret');
  await bucket.stop();
});

test('FS16: a server whose file store cannot be reached is ready, and its log says so once', async () => {
  expect((await fetch(`${desk.url}/readyz`)).status).toBe(200);
  const warnings = () => desk.log.filter((line) => line.includes('files cannot be stored or read'));
  await expect.poll(warnings).toHaveLength(1);
  expect(desk.log.join('\n')).not.toContain('the secret of the bucket');
});

test('a sealed value that cannot be read is named', async () => {
  const write = (text: string) => run(database.owner, (client) => client.query(text));
  await write("insert into deployment_keys (name, key_id, sealed) values ('lost', 'gone', 'v1.x')");
  expect((await doctor([], healthy)).output).toMatch(
    /FAULT {2}vault .*1 of \d+ sealed values cannot be read: deployment_keys lost\n +→ Enter them again/,
  );
  await write("delete from deployment_keys where name = 'lost'");
});

test('the sandbox needs no account and no model', async () => {
  const { output } = await doctor([], {
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    DATA_DIR: dataDir,
    PUBLIC_URL: desk.url,
  });
  expect(output).toContain('sandbox calls on this machine');
  expect(output).toContain('the scripted agent speaks');
});

test('what is connected in the browser is said as the page says it, and at fault where its secret is lost', async () => {
  const opened = await database.open();
  const secrets = onlySecret(database.secret);
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const store = createConnectionStore({ database: opened, secrets, log: silent });
  const { rows } = await run(database.owner, (client) => client.query('select id from tenants limit 1'));
  const actor = { tenantId: rows[0]?.id as string, userId: 'user_kit', displayName: 'Kit Reed' };
  const url = 'http://127.0.0.1:11434/v1';
  const made = await store.connect({
    actor,
    settings: {
      version: 1,
      kind: 'model',
      provider: 'openai-compatible',
      baseUrl: url,
      model: 'llama3.2',
      onThisMachine: true,
    },
    secrets: { key: 'a key that nobody may read' },
    replaces: null,
  });
  expect(made.kind).toBe('connected');
  const { LLM_BASE_URL: _, LLM_MODEL: __, OPENAI_API_KEY: ___, ...none } = healthy;
  expect((await doctor([], none)).output).toContain('ok     model           llama3.2 speaks on calls.');
  await run(database.owner, (client) => client.query("update secrets set sealed = 'v1.x'"));
  const lost = await doctor([], none);
  expect(lost.output).toMatch(
    /FAULT {2}model .*secret cannot be read with the AUTH_SECRET.*\n +→ Enter the secret again/,
  );
  expect(lost.output).not.toContain('a key that nobody may read');
  await run(database.owner, (client) => client.query('delete from secrets; delete from connections'));
});

describe('where calls use a speech service', () => {
  let service: RealtimeService;
  let spoken: NodeJS.ProcessEnv;
  beforeEach(async () => {
    service = await RealtimeService.start();
    const { LLM_BASE_URL: _, LLM_MODEL: __, ...rest } = healthy;
    spoken = {
      ...rest,
      LLM_PROVIDER: 'scripted',
      VOICE_ENGINE: 'realtime',
      REALTIME_URL: service.url,
      OPENAI_API_KEY: service.key,
    };
  });
  afterEach(() => service.stop());

  test('it is checked with one word', async () => {
    const { exitCode, output } = await doctor([], spoken);
    expect(output).toMatch(/ok {5}model {11}none is set: summaries quote what was said/);
    expect(output).toMatch(/ok {5}speech {10}gpt-realtime-2\.1 speaks on calls\./);
    expect(exitCode).toBe(0);
    expect(service.sessions).toHaveLength(1);
  });

  test('also where only some agents use it, and not where none does', async () => {
    expect((await doctor([], { ...spoken, VOICE_ENGINE: 'relay' })).output).toMatch(/ok {5}speech /);
    const { REALTIME_URL: _, VOICE_ENGINE: __, ...text } = spoken;
    expect((await doctor([], text)).output).not.toMatch(/^ok {5}speech /m);
    expect(service.sessions).toHaveLength(1);
  });

  test.each<[string, NodeJS.ProcessEnv, RegExp, path?: string]>([
    ['a wrong key', { OPENAI_API_KEY: 'wrong' }, /does not accept this key\.\n +→ Check OPENAI_API_KEY/],
    ['a model it does not have', { REALTIME_MODEL: 'gpt-4' }, /gpt-4.*\n +→ .*REALTIME_MODEL/],
    [
      'an address where nobody is',
      { REALTIME_URL: 'ws://127.0.0.1:1/v1/realtime' },
      /did not answer\.\n +→ Check REALTIME_URL/,
    ],
    ['an address where it is not', {}, /\n +→ .*REALTIME_URL/, '/elsewhere'],
  ])('%s', async (_, change, finding, path = '') => {
    const { exitCode, output } = await doctor([], { ...spoken, REALTIME_URL: service.url + path, ...change });
    expect(output).toMatch(/FAULT {2}speech /);
    expect(output).toMatch(finding);
    expect(exitCode).toBe(1);
    expect(output).not.toContain(service.key);
  });

  test('a service that is overloaded', async () => {
    service.refuseHandshakes(503);
    expect((await doctor([], spoken)).output).toMatch(/FAULT {2}speech .*did not answer\.\n +→ .*try again/);
  });
});

test('as a command it exits with the same code, and takes no arguments', async () => {
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; text: string }>();
  const file = join(import.meta.dirname, '../src/cli/doctor.ts');
  execFile(
    process.execPath,
    [file],
    { env: { PATH: process.env.PATH, ...healthy, TWILIO_AUTH_TOKEN: 'wrong' } },
    (error, out, err) => resolve({ code: error?.code ?? 0, text: out + err }),
  );
  const { code, text } = await promise;
  expect(code).toBe(1);
  expect(text).toContain('FAULT  phone account');
  expect(await doctor(['more'], {})).toEqual({ exitCode: 2, output: usage });
});
