import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { carrierSettings } from '../../testing/desk.ts';
import { ConfigFault, readConfig } from '../config/config.ts';
import { resolveCarrier } from './resolve-carrier.ts';

const log = pino({ level: 'silent' });
const servers: Server[] = [];
let lab: Lab;

beforeAll(async () => {
  lab = await startLab();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => lab.stop());

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (body: (path: string) => unknown) =>
  answering(async (request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await body(request.url ?? '')));
  });

const settle = (settings: NodeJS.ProcessEnv, timeoutMs = 0) =>
  resolveCarrier(readConfig({ ...carrierSettings(lab), ...settings }), log, timeoutMs);

async function faultOf(settled: Promise<unknown>): Promise<string> {
  const fault = await settled.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ConfigFault);
  return (fault as ConfigFault).message;
}

describe('the sandbox is what proves to be a phone-lab', () => {
  test('of this account', async () => {
    expect((await settle({})).carrier.kind).toBe('lab');
  });

  test('under another name of this machine', async () => {
    const url = `http://localhost:${lab.port}`;
    expect((await settle({ TWILIO_API_BASE_URL: url })).carrier.kind).toBe('lab');
  });

  test('also when it starts to listen only after us', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-late-lab-'));
    const first = await startLab({ dataDir });
    await first.stop();
    const settled = settle(carrierSettings(first), 20_000);
    const late = await startLab({ dataDir, port: first.port });
    expect((await settled).carrier.kind).toBe('lab');
    await late.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('anything else counts as real', () => {
  const impostors: [string, () => Promise<NodeJS.ProcessEnv>][] = [
    [
      'a proxy that knows no lab',
      async () => at(await answering((_, answer) => answer.writeHead(404).end())),
    ],
    ['something that says it is a lab', async () => at(await json(() => ({ name: 'phone-lab' })))],
    ['something that echoes the challenge', async () => at(await json((path) => ({ proof: path })))],
    ['something that answers without an object', async () => at(await json(() => null))],
    [
      'a proxy that sends us on to a lab',
      async () =>
        at(
          await answering((request, answer) =>
            answer.writeHead(307, { location: `${lab.url}${request.url}` }).end(),
          ),
        ),
    ],
    [
      'a proxy that asks a lab of another account',
      async () => ({ ...at(lab.url), TWILIO_AUTH_TOKEN: 'f'.repeat(32) }),
    ],
  ];
  const at = (url: string): NodeJS.ProcessEnv => ({ TWILIO_API_BASE_URL: url });

  test.each(impostors)('%s', async (_, settings) => {
    const given = await settings();
    const https = { PUBLIC_URL: 'https://desk.example.com' };
    expect((await settle({ ...given, ...https })).carrier.kind).toBe('real');
    const fault = await faultOf(settle(given));
    expect(fault).toContain('is not a phone-lab of this account');
    expect(fault).toContain('PUBLIC_URL');
  });

  test.each([
    'https://127.anything.example',
    'http://127.0.0.1.nip.example:4010',
    'http://localhost.example.com',
    'http://lab.localhost.example',
    'http://[::ffff:8.8.8.8]',
  ])('%s, which is no loopback address', (url) => {
    const given = { ...carrierSettings(lab), TWILIO_API_BASE_URL: url };
    expect(() => readConfig(given)).toThrow('PUBLIC_URL must be the https address');
    expect(readConfig({ ...given, PUBLIC_URL: 'https://desk.example.com' }).carrier.kind).toBe('real');
  });
});

test('a lab that never answers is told in a sentence instead of being taken for one', async () => {
  const fault = await faultOf(settle({ TWILIO_API_BASE_URL: 'http://127.0.0.1:1' }, 600));
  expect(fault).toContain('Nothing answers at http://127.0.0.1:1. Start the phone-lab there first');
});
