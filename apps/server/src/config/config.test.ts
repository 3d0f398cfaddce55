import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigFault, readConfig } from './config.ts';

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_PHONE_NUMBER: '+15005550006',
};

function faultsOf(variables: NodeJS.ProcessEnv): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigFault) return error.message;
    throw error;
  }
  return '';
}

test('an empty environment is a whole configuration: sandbox, built-in identity, scripted agent', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    portGiven: false,
    appKey: 'parley',
    identity: { provider: 'built-in', signupRole: null },
    carrier: {
      kind: 'own-lab',
      lab: { port: 4010, portGiven: false, speed: 1, cps: 10, voice: 'spoken' },
    },
    model: { provider: 'scripted' },
    voice: { engine: 'relay', realtime: null },
    limits: {
      ...{ callsPerMinute: 30, callsPerDay: 500, maxCallMinutes: 20, allowedCountries: null },
      deployment: { perMinute: 600, perDay: 10_000 },
    },
    drainSeconds: 15,
  });
});

test('the former name of the scripted agent is still understood, and no longer offered', () => {
  expect(readConfig({ LLM_PROVIDER: 'rehearsal' }).model).toEqual({ provider: 'scripted' });
  expect(() => readConfig({ LLM_PROVIDER: 'none' })).toThrow(
    'LLM_PROVIDER must be one of scripted, openai, anthropic, openai-compatible, not "none".',
  );
});

test('every fault is told in one message', () => {
  const message = faultsOf({
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    AUTH_SECRET: 'short',
    TIME_ZONE: 'Mars/Olympus',
    WEB_ORIGINS: 'https://desk.example.com/path',
    TRUST_PROXY: 'true',
    ALLOWED_COUNTRIES: 'US,Germany',
    ALLOWED_SPECIAL_NUMBERS: 'expensive',
  });
  for (const name of [
    'PORT',
    'LOG_LEVEL',
    'AUTH_SECRET',
    'TIME_ZONE',
    'WEB_ORIGINS',
    'TRUST_PROXY',
    'GERMANY',
    'expensive',
  ]) {
    expect(message).toContain(name);
  }
});

test.each(Object.keys(twilio))('half a Twilio account is a fault, never the sandbox: only %s', (name) => {
  expect(faultsOf({ [name]: twilio[name as keyof typeof twilio] })).toContain('only in part');
});

test('a real account needs a public https address', () => {
  expect(faultsOf(twilio)).toContain('PUBLIC_URL');
  expect(faultsOf({ ...twilio, PUBLIC_URL: 'http://desk.example.com' })).toContain('PUBLIC_URL');
  const config = readConfig({ ...twilio, PUBLIC_URL: 'https://desk.example.com/' });
  expect(config.carrier.kind).toBe('real');
  expect(config.publicUrl).toBe('https://desk.example.com');
});

test('an address of the carrier alone is no half account: accounts connected in the browser are asked there', () => {
  const config = readConfig({ TWILIO_API_BASE_URL: 'http://127.0.0.1:4099' });
  expect(config).toMatchObject({ carrier: { kind: 'own-lab' }, carrierUrl: 'http://127.0.0.1:4099' });
});

test('the sandbox runs beside a real account, unless it is switched off', () => {
  const real = { ...twilio, PUBLIC_URL: 'https://desk.example.com' };
  expect(readConfig(real)).toMatchObject({ carrier: { kind: 'real' }, sandbox: { port: 4010 } });
  expect(readConfig({ ...real, SANDBOX: 'off' })).toMatchObject({ carrier: { kind: 'real' }, sandbox: null });
  expect(readConfig({ SANDBOX: 'off' })).toMatchObject({ carrier: { kind: 'none' }, sandbox: null });
  expect(faultsOf({ SANDBOX: 'maybe' })).toContain('SANDBOX');
});

test('an account on a loopback address may be a lab, which it has to prove', () => {
  const config = readConfig({ ...twilio, TWILIO_API_BASE_URL: 'http://127.0.0.1:4010' });
  expect(config.carrier.kind).toBe('loopback');
});

test('a key of Clerk carries the host of its instance; half a setup is a fault', () => {
  const publishableKey = `pk_test_${Buffer.from('clerk.example.com$').toString('base64')}`;
  expect(readConfig({ CLERK_PUBLISHABLE_KEY: publishableKey }).identity).toMatchObject({ provider: 'clerk' });
  expect(faultsOf({ CLERK_PUBLISHABLE_KEY: 'pk_test_nonsense' })).toContain('CLERK_PUBLISHABLE_KEY');
  expect(faultsOf({ CLERK_JWT_KEY: 'x' })).toContain('CLERK_PUBLISHABLE_KEY');
});

test.each([
  [{ OPENAI_API_KEY: 'k' }, 'openai'],
  [{ ANTHROPIC_API_KEY: 'k' }, 'anthropic'],
  [{ LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'llama' }, 'openai-compatible'],
])('the model is found from what is set: %j', (variables, provider) => {
  expect(readConfig(variables).model.provider).toBe(provider);
});

test('a model without what it needs is a fault', () => {
  expect(faultsOf({ LLM_PROVIDER: 'openai' })).toContain('OPENAI_API_KEY');
  expect(faultsOf({ LLM_PROVIDER: 'openai-compatible' })).toContain('LLM_BASE_URL');
  expect(faultsOf({ VOICE_ENGINE: 'realtime' })).toContain('REALTIME_URL');
});

test('a secret may come from a file, but not from both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  const file = join(folder, 'secret');
  writeFileSync(file, `${'s'.repeat(40)}\n`);
  try {
    expect(readConfig({ AUTH_SECRET_FILE: file }).authSecret).toBe('s'.repeat(40));
    expect(faultsOf({ AUTH_SECRET_FILE: file, AUTH_SECRET: 'x'.repeat(40) })).toContain('not both');
    expect(faultsOf({ AUTH_SECRET_FILE: join(folder, 'none') })).toContain('cannot be read');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('SR2: a previous secret needs a new one, which is another', () => {
  const [old, next] = ['o'.repeat(40), 'n'.repeat(40)];
  expect(readConfig({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: old })).toMatchObject({
    authSecret: next,
    authSecretPrevious: old,
  });
  expect(readConfig({ AUTH_SECRET: next }).authSecretPrevious).toBeNull();
  expect(faultsOf({ AUTH_SECRET_PREVIOUS: old })).toContain('AUTH_SECRET is the new secret');
  expect(faultsOf({ AUTH_SECRET: old, AUTH_SECRET_PREVIOUS: old })).toContain('the same as AUTH_SECRET');
  expect(faultsOf({ AUTH_SECRET: old, AUTH_SECRET_PREVIOUS: 'short' })).toContain('at least 32 characters');
});

test('.env.example lists every setting that is read, and no other', () => {
  const asked = new Set<string>();
  const spy = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_target, name) => {
        if (typeof name === 'string' && !name.endsWith('_FILE')) asked.add(name);
        return undefined;
      },
    },
  );
  readConfig(spy);
  // Read only once a real-time engine is in sight.
  asked.add('REALTIME_MODEL');
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const listed = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...asked].toSorted());
});

test('FS19: files are encrypted with a key of some length; the one before is another', () => {
  const [old, next] = ['o'.repeat(40), 'n'.repeat(40)];
  expect(readConfig({}).filesKeys).toEqual({ key: null, previous: null });
  const both = { FILES_KEY: next, FILES_KEY_PREVIOUS: old };
  expect(readConfig(both).filesKeys).toEqual({ key: next, previous: old });
  // Whoever ends the encryption has only the key of before.
  expect(readConfig({ FILES_KEY_PREVIOUS: old }).filesKeys).toEqual({ key: null, previous: old });
  expect(faultsOf({ FILES_KEY: 'short' })).toContain('FILES_KEY must have at least 32 characters');
  expect(faultsOf({ FILES_KEY: next, FILES_KEY_PREVIOUS: 'short' })).toContain(
    'FILES_KEY_PREVIOUS must have',
  );
  expect(faultsOf({ FILES_KEY: old, FILES_KEY_PREVIOUS: old })).toContain('the same as FILES_KEY');
});

const bucketKeys = { FILES_ACCESS_KEY_ID: 'id', FILES_SECRET_ACCESS_KEY: 'the-secret' };

test('files are in the data folder, in another folder, or in a bucket', () => {
  expect(readConfig({ DATA_DIR: '/srv/data' }).files).toEqual({
    kind: 'folder',
    path: '/srv/data/files',
    named: false,
  });
  expect(readConfig({ FILES_URL: 'file:///mnt/call%20files/' }).files).toEqual({
    kind: 'folder',
    path: '/mnt/call files',
    named: true,
  });
  const keys = { accessKeyId: 'id', secretAccessKey: 'the-secret' };
  expect(readConfig({ ...bucketKeys, FILES_URL: 's3://my.bucket?region=eu-central-1' }).files).toEqual({
    ...{ kind: 's3', bucket: 'my.bucket', prefix: '', region: 'eu-central-1', endpoint: null },
    ...keys,
  });
  const elsewhere = 's3://files/desk/one/?endpoint=https://storage.example.com:9000';
  expect(readConfig({ ...bucketKeys, FILES_URL: elsewhere }).files).toEqual({
    ...{ kind: 's3', bucket: 'files', prefix: 'desk/one', region: 'us-east-1' },
    endpoint: 'https://storage.example.com:9000',
    ...keys,
  });
});

test.each([
  ['s3://files?region=eu-central-1', 'FILES_ACCESS_KEY_ID', {}],
  ['s3://files', 'must name the region', bucketKeys],
  ['s3://Files?region=eu-central-1', 'must name a bucket', bucketKeys],
  ['s3://f?region=eu-central-1', 'must name a bucket', bucketKeys],
  ['s3://files:90?region=eu-central-1', 'must name a bucket', bucketKeys],
  ['s3://id:the-secret@files?region=eu-central-1', 'must not hold keys', bucketKeys],
  ['s3://files/a//b?region=eu-central-1', 'prefix in FILES_URL', bucketKeys],
  ['s3://files/a%20b?region=eu-central-1', 'prefix in FILES_URL', bucketKeys],
  ['s3://files/.tmp?region=eu-central-1', 'prefix in FILES_URL', bucketKeys],
  ['s3://files?region=Frankfurt!', 'region in FILES_URL', bucketKeys],
  ['s3://files?regoin=eu-central-1', 'not "regoin"', bucketKeys],
  ['s3://files?endpoint=storage.example.com', 'endpoint in FILES_URL', bucketKeys],
  ['s3://files?endpoint=https://storage.example.com/path', 'endpoint in FILES_URL', bucketKeys],
  ['s3://files?endpoint=https://id:the-secret@storage.example.com', 'endpoint in FILES_URL', bucketKeys],
  ['file://host/folder', 'FILES_URL must be', {}],
  ['file:///', 'FILES_URL must be', {}],
  ['https://id:the-secret@storage.example.com', 'FILES_URL must be', {}],
  ['files', 'FILES_URL must be', {}],
  ['file:///mnt/files', 'are for a bucket', bucketKeys],
])('FILES_URL=%s is a fault, told without repeating a secret', (url, sentence, keys) => {
  const faults = faultsOf({ ...keys, FILES_URL: url });
  expect(faults).toContain(sentence);
  expect(faults).not.toContain('the-secret');
});

test('mail is sent by a server that encrypts before the login', () => {
  const from = 'Parley <desk@example.com>';
  const mail = (url: string) => readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail;
  const login = { user: 'desk@example.com', password: 'p:ss/@' };
  expect(readConfig({}).mail).toBeNull();
  expect(mail('smtps://desk%40example.com:p%3Ass%2F%40@mail.example.com')).toEqual({
    ...{ host: 'mail.example.com', port: 465, security: 'tls', from },
    login,
  });
  expect(mail('smtp://desk%40example.com:p%3Ass%2F%40@mail.example.com/')).toEqual({
    ...{ host: 'mail.example.com', port: 587, security: 'starttls', from },
    login,
  });
  expect(mail('smtp://10.0.0.5:25?tls=off')).toEqual({
    ...{ host: '10.0.0.5', port: 25, security: 'plain', from },
    login: null,
  });
  expect(mail('smtp://a:b@[::1]:2525?tls=off')).toMatchObject({ host: '::1', security: 'plain' });
});

const sender = { MAIL_FROM: 'desk@example.com' };

test.each([
  ['smtps://desk:the-secret@mail.example.com', 'MAIL_FROM must say', {}],
  ['smtps://desk:the-secret@mail.example.com', 'MAIL_FROM must be', { MAIL_FROM: 'desk' }],
  ['smtps://desk:the-secret@mail.example.com', 'MAIL_FROM must be', { MAIL_FROM: 'a@b.c, d@e.f' }],
  ['smtps://desk:the-secret@mail.example.com', 'MAIL_FROM must be', { MAIL_FROM: 'A <a@b.c> <d@e.f>' }],
  ['https://desk:the-secret@mail.example.com', 'SMTP_URL must be', sender],
  ['desk:the-secret@mail.example.com', 'SMTP_URL must be', sender],
  ['smtps://desk:the-secret@mail.example.com/path', 'SMTP_URL must be', sender],
  ['smtps://desk@mail.example.com', 'a user and a password', sender],
  ['smtps://desk:%zzthe-secret@mail.example.com', 'percent-encoded', sender],
  ['smtp://desk:the-secret@mail.example.com?tls=maybe', 'SMTP_URL takes ?tls=off', sender],
  ['smtp://desk:the-secret@mail.example.com?tls=off', 'sent unencrypted', sender],
])('SMTP_URL=%s is a fault, told without repeating a secret: %s', (url, sentence, others) => {
  const faults = faultsOf({ ...others, SMTP_URL: url });
  expect(faults).toContain(sentence);
  expect(faults).not.toContain('the-secret');
});

test('who has raised the limit of a person is not stopped by that of the deployment', () => {
  expect(readConfig({ CALLS_PER_MINUTE: '1000', CALLS_PER_DAY: '20000' }).limits.deployment).toEqual({
    perMinute: 20_000,
    perDay: 400_000,
  });
});

test('hosts that may be entered are compared as an address has them; what is none is a fault', () => {
  expect(
    readConfig({ TOOL_HOSTS: 'Praxis.local, 192.168.1.20:8080, ::1, [fd00::2]:80, 0x7f.1' }).toolHosts,
  ).toEqual([...['praxis.local', '192.168.1.20:8080', '::1', '[fd00::2]:80', '127.0.0.1']]);
  expect(readConfig({}).toolHosts).toEqual([]);
  for (const entry of ['https://praxis.local', 'praxis.local/path', '*.local', 'me@praxis.local', 'a:b'])
    expect(faultsOf({ TOOL_HOSTS: entry }), entry).toContain('TOOL_HOSTS');
});

test('ports of model servers on this machine: the usual ones, others, or none', () => {
  expect(readConfig({}).localModelPorts).toEqual([11_434, 1234, 8080, 8000]);
  expect(readConfig({ LOCAL_MODEL_PORTS: '1,65535' }).localModelPorts).toEqual([1, 65_535]);
  expect(readConfig({ LOCAL_MODEL_PORTS: 'off' }).localModelPorts).toEqual([]);
  for (const ports of ['0', '65536', 'many', '1,off', Array(17).fill('1').join(',')])
    expect(faultsOf({ LOCAL_MODEL_PORTS: ports }), ports).toContain('LOCAL_MODEL_PORTS');
});
