import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { type DeskGround, layGround } from '../src/testing/desk.ts';
import { DeskClient } from '../src/testing/desk-client.ts';
import { type ServerProcess, startServerProcess } from '../src/testing/server-process.ts';
import { script } from '../src/testing/voice-desk.ts';

// Real servers start in each test, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const entry = join(import.meta.dirname, '../src/testing/doomed-server.ts');
const speed = 10;

let database: TestDatabase;
let lab: Lab;
let ground: DeskGround;
let dataDir: string;
let running: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed, cps: 1000 });
  lab.callees.define('talks', {
    greeting: 'Hello?',
    script: [
      { wait: 'agent' },
      { say: 'My name is Robin and I would like to think about it.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
  ground = await layGround(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-lost-'));
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.end()));
  running = [];
  lab.faults.clear();
});
afterAll(async () => {
  await lab.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port: number, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await startServerProcess(
    {
      ...ground.settings,
      PORT: String(port),
      DATA_DIR: dataDir,
      TIME_SCALE: '0.1',
      VOICE_SCALE: String(1 / speed),
      ...settings,
    },
    entry,
  );
  running.push(server);
  return server;
}

let lastNumber = 6000;
const someone = () => {
  const number = `+1500555${++lastNumber}`;
  lab.callees.setNumber(number, 'talks');
  return number;
};
const sidOf = (number: string) => lab.calls().find(({ to }) => to === number)?.sid ?? '';
const heardBy = (number: string) =>
  lab
    .ledger(sidOf(number))
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []))
    .join(' ');

/** A call in the middle of which somebody has said something. */
async function talking(server: ServerProcess): Promise<{ id: string; number: string; kit: DeskClient }> {
  const kit = new DeskClient(server.url, ground.mint, {});
  const number = someone();
  const id = await kit.placed(number, { message: 'Ask whether they will come on Monday.' });
  await expect
    .poll(async () => script(await kit.call(id)).join('\n'), { timeout: 20_000, interval: 50 })
    .toContain('Robin');
  return { id, number, kit };
}

describe('a server is killed in the middle of a talk', () => {
  test('what was said is there, and the restarted server says goodbye', async () => {
    const port = await freePort();
    const doomed = await start(port);
    const { id, number, kit } = await talking(doomed);
    // The carrier turns to us at once; it asks for as long as it takes to start again.
    lab.faults.set({ slowTwiml: { probability: 1, ms: 15_000 } });
    await doomed.end('SIGKILL');
    await start(port);
    lab.faults.clear();
    await lab.ended(sidOf(number));
    const call = await kit.ended(id);
    expect(call).toMatchObject({ status: 'completed', reason: 'line_dropped' });
    // The server dies in the middle of this sentence: what was heard a second before is kept.
    expect(script(call).join('\n')).toContain('user: My name is Robin');
    expect(script(call).join('\n')).toContain('agent: Hello, this is the AI assistant of GS Dental.');
    expect(script(call).at(-1)).toBe('system: The line dropped during the conversation.');
    expect(heardBy(number)).toContain('we were cut off');
  });

  test('with no server left the carrier ends the call, and the row says why afterwards', async () => {
    const port = await freePort();
    const doomed = await start(port);
    const { id, number, kit } = await talking(doomed);
    await doomed.end('SIGKILL');
    await lab.ended(sidOf(number));
    await start(port);
    await expect
      .poll(async () => (await kit.call(id)).reason, { timeout: 40_000, interval: 200 })
      .toBe('server_stopped');
    const call = await kit.ended(id);
    expect(script(call).join('\n')).toContain('Robin');
    expect(script(call).at(-1)).toBe('system: The server stopped during the call.');
  });
});

test('a line that is cut ends with a goodbye, and the transcript says so', async () => {
  const server = await start(await freePort());
  lab.faults.set({ cutWebsocket: { probability: 1, ms: 1_000 } });
  const kit = new DeskClient(server.url, ground.mint, {});
  const number = someone();
  const id = await kit.placed(number, { message: 'Ask whether they will come on Monday.' });
  const call = await kit.ended(id);
  expect(call).toMatchObject({ status: 'completed', reason: 'line_dropped' });
  await expect
    .poll(async () => script(await kit.call(id)).at(-1))
    .toBe('system: The line dropped during the conversation.');
  expect(heardBy(number)).toContain('we were cut off');
});

test('a server that stops lets people hear a goodbye first', async () => {
  const server = await start(await freePort(), { DRAIN_SECONDS: '8' });
  const { id, number } = await talking(server);
  await server.end('SIGTERM');
  expect(heardBy(number)).toContain('I have to end this call now.');
  const next = await start(await freePort());
  const call = await new DeskClient(next.url, ground.mint, {}).ended(id);
  expect(call).toMatchObject({ status: 'completed', reason: 'server_stopped' });
  expect(script(call).at(-1)).toBe('system: The server stopped during the call.');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
