import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTerminal } from '@parley/contract';
import { type FaultSettings, type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { type DeskGround, layGround } from '../src/testing/desk.ts';
import { DeskClient } from '../src/testing/desk-client.ts';
import { type ServerProcess, startServerProcess } from '../src/testing/server-process.ts';
import { dialPoints, type StopPoint } from '../src/testing/stop-points.ts';

// Two real servers start in each test, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const entry = join(import.meta.dirname, '../src/testing/doomed-server.ts');
/** A tenth of every patience: 90 s are 9 s. */
const scale = 0.1;
const patience = 90_000 * scale;

let database: TestDatabase;
let lab: Lab;
let ground: DeskGround;
let dataDir: string;
let running: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed: 10, cps: 1000 });
  ground = await layGround(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-killed-'));
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

async function start(port: number, stopAt?: StopPoint): Promise<ServerProcess> {
  const server = await startServerProcess(
    {
      ...ground.settings,
      PORT: String(port),
      DATA_DIR: dataDir,
      TIME_SCALE: String(scale),
      ...(stopAt && { STOP_AT: stopAt }),
    },
    entry,
  );
  running.push(server);
  return server;
}

let lastNumber = 1000;
const newNumber = () => `+1202555${++lastNumber}`;
const dialled = (number: string) => lab.calls().filter(({ to }) => to === number);

/** The same request again after a network failure: the form repeats its key. */
const key = () => crypto.randomUUID();

const cases: { point: StopPoint; after: string; faults: FaultSettings }[] = [
  ...dialPoints.map((point) => ({ point, after: 'hears callbacks again', faults: {} })),
  // Before it was created the carrier has nothing to call back about.
  ...(['created', 'ringing', 'live'] as const).map((point) => ({
    point,
    after: 'never hears a callback',
    faults: { dropCallback: 1 },
  })),
];

describe('a server is killed', () => {
  test.each(cases)('when a call is $point; restarted, it $after', async ({ point, faults }) => {
    // What brings the call to its point must arrive; what follows is the case.
    lab.faults.set(point === 'created' ? faults : {});
    const port = await freePort();
    const doomed = await start(port, point);
    const kit = new DeskClient(doomed.url, ground.mint, {});
    const number = newNumber();
    const request = { key: key(), message: 'Say hello and goodbye.' };
    const dead = once(doomed.child, 'exit');
    const first = await kit.place(number, request).catch(() => null);
    expect(await dead).toEqual([null, 'SIGKILL']);
    lab.faults.set(faults);

    await start(port);
    const restarted = Date.now();
    await Promise.all(dialled(number).map(({ sid }) => lab.ended(sid)));
    const known = Date.now();
    const unfinished = async () => (await kit.calls()).filter(({ status }) => !isTerminal(status));
    await expect.poll(unfinished, { timeout: patience, interval: 100 }).toEqual([]);
    expect(Date.now() - Math.max(restarted, known)).toBeLessThan(patience);

    const call = (await kit.calls()).find(({ to }) => to === number);
    expect(call).toMatchObject(expectedEnd(point));
    expect(dialled(number).length).toBeLessThanOrEqual(1);
    if (first) expect(first.body.callId).toBe(call?._id);

    const again = await kit.placed(number, request);
    if (point === 'inserted') expect(again).not.toBe(call?._id);
    else expect(again).toBe(call?._id);
    expect(dialled(number)).toHaveLength(point === 'sending' ? 0 : 1);
  });
});

function expectedEnd(point: StopPoint) {
  if (point === 'inserted') return { status: 'failed', reason: 'never_sent' };
  if (point === 'sending') return { status: 'failed', reason: 'unconfirmed' };
  return { status: 'completed', duration: expect.any(Number), endTime: expect.any(String) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
