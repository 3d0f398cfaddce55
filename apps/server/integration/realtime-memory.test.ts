import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CarrierSocketClient, sendSpeech } from '../testing/carrier-socket-client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { heapBytesOf, startHeapReportingServer } from '../testing/heap-reporting-process.ts';
import { load } from '../testing/load.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import type { ServerProcess } from '../testing/server-process.ts';

const calls = load(1_000);
const atOnce = 10;
/** What caches and pools may hold. */
const mostGrowth = 8 * 1024 * 1024;

let database: TestDatabase;
let lab: Lab;
let service: RealtimeService;
let dataDir: string;
let server: ServerProcess;
let client: DeskClient;

beforeAll(async () => {
  database = await createTestDatabase();
  // No callee answers: the test plays the carrier's part.
  lab = await startLab({ speed: 1, cps: 1000, callees: { default: 'handset' } });
  service = await RealtimeService.start();
  const deployment = await createDeployment(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-memory-'));
  server = await startHeapReportingServer({
    ...{ ...deployment.settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ CALLS_PER_DAY: '100000', CALLS_PER_MINUTE: '100000' },
    ...{ LLM_PROVIDER: 'scripted', VOICE_ENGINE: 'realtime' },
    ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
  });
  client = new DeskClient(server.url, deployment.mint, {});
});
afterAll(async () => {
  expect(await server.end()).toBe(0);
  await lab.stop();
  await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

let lastNumber = 1_000_000;

/** One whole call: greeting, a question, an answer, a hangup. */
async function talk(): Promise<void> {
  const line = new CarrierSocketClient(lab, client, 'media');
  const call = await line.answeredCall(`+1202${++lastNumber}`);
  const { callId, sid } = call;
  const socket = await line.startConversation(call);
  sendSpeech(socket, 'Who is this?');
  await expect
    .poll(async () => (await client.call(callId)).transcript.some(({ speaker }) => speaker === 'user'), {
      ...{ interval: 100 },
    })
    .toBe(true);
  socket.send(JSON.stringify({ event: 'stop', stop: {} }));
  socket.close(1000);
  lab.hangUp(sid);
}

async function talkAll(count: number): Promise<void> {
  let left = count;
  const talkOn = async () => {
    for (; left > 0; ) {
      left -= 1;
      await talk();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, talkOn));
  const isOver = (entry: { received: { ended: boolean } }) => entry.received.ended;
  await expect.poll(() => service.sessions.every(isOver)).toBe(true);
}

test(`${calls} calls over media streams leave no memory behind`, { timeout: 900_000 }, async () => {
  await talkAll(Math.ceil(calls / 5));
  const before = await heapBytesOf(server);
  await talkAll(calls);
  const grown = (await heapBytesOf(server)) - before;
  process.stdout.write(
    `${calls} calls: from ${(before / 1024 / 1024).toFixed(1)} MB by ${(grown / 1024).toFixed(0)} KB\n`,
  );
  expect(grown).toBeLessThan(mostGrowth);
});
