import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { badMessage, badStreamMessage, badWebhook } from '../testing/bad-messages.ts';
import { type BadRequest, badRequest } from '../testing/bad-requests.ts';
import {
  CarrierSocketClient,
  closeCodeOf,
  sendSpeech,
  type VoicePath,
} from '../testing/carrier-socket-client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { heapBytesOf, startHeapReportingServer } from '../testing/heap-reporting-process.ts';
import { isSoak, load } from '../testing/load.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { webhookPaths } from '../testing/twilio-account.ts';

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 90_000 });

/** Repeat a run with ATTACK_SEED. */
const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2 ** 31);
const many = load(50_000);
const chunk = 500;
const atOnce = isSoak ? 100 : 16;
/** What caches and pools may hold after a run of any length. */
const mostGrowth = 48 * 1024 * 1024;

let database: TestDatabase;
let lab: Lab;
let deployment: Deployment;
let dataDir: string;
let service: RealtimeService;
let server: ServerProcess;
let client: DeskClient;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

beforeAll(async () => {
  database = await createTestDatabase();
  // No callee answers: the test plays the carrier's part.
  lab = await startLab({ speed: 1, cps: 1000, callees: { default: 'handset' } });
  deployment = await createDeployment(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-attack-'));
  service = await RealtimeService.start();
  const settings = {
    ...{ ...deployment.settings, DATA_DIR: dataDir, CALLS_PER_DAY: '1000000', LOG_LEVEL: 'warn' },
    ...{ LLM_PROVIDER: 'scripted', REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
  };
  server = await startHeapReportingServer(settings);
  client = new DeskClient(server.url, deployment.mint, {});
  process.stdout.write(`seed ${seed}\n`);
});
afterAll(async () => {
  agent.destroy();
  expect(await server.end()).toBe(0);
  await lab.stop();
  await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Attacks in chunks; the first ones are warm-up. Prints the result. */
async function attack<T>(
  what: string,
  arbitrary: fc.Arbitrary<T>,
  total: number,
  strike: (chunk: T[], n: number) => Promise<string[]>,
): Promise<void> {
  const outcomes = new Map<string, number>();
  const warm = Math.ceil(total / chunk / 5);
  let before = 0;
  for (let n = 0; n * chunk < total; n += 1) {
    if (n === warm) before = await heapBytesOf(server);
    const size = Math.min(chunk, total - n * chunk);
    for (const outcome of await strike(fc.sample(arbitrary, { numRuns: size, seed: seed + n }), n)) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  const grown = (await heapBytesOf(server)) - before;
  const counts = [...outcomes].toSorted().map(([outcome, count]) => `${outcome}: ${count}`);
  process.stdout.write(
    `${total} ${what}  ${counts.join('  ')}  memory ${(grown / 1024 / 1024).toFixed(1)} MB\n`,
  );
  expect(grown).toBeLessThan(mostGrowth);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(faults()).toEqual([]);
}

/** Log lines of level 50 and above. */
const faults = () =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));

async function inParallel<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) results.push(await act(item));
    }),
  );
  return results;
}

function send(bad: BadRequest, token: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const auth = bad.signedIn ? { authorization: `Bearer ${token}` } : {};
  const sent = request(
    server.url + bad.path,
    { agent, method: bad.method, headers: { ...bad.headers, ...auth } },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    },
  );
  // A request that is refused before it was read ends the connection, sometimes in the middle of a body; and a server that
  // refuses an oversized head has not read that the method allows no body.
  const cutOff: Record<string, number> = { EPIPE: 413, ECONNRESET: 413, HPE_CLOSED_CONNECTION: 431 };
  sent.on('error', (error: NodeJS.ErrnoException) => {
    const status = cutOff[error.code ?? ''];
    if (status === undefined) reject(error);
    else resolve({ status, text: '' });
  });
  sent.end(bad.body ?? undefined);
  return promise;
}

test('bad requests are refused with a reason, never answered with 5xx', async () => {
  await attack('bad requests', badRequest, many, async (requests) => {
    const token = await client.token();
    return inParallel(requests, async (bad) => {
      const { status, text } = await send(bad, token);
      if (status >= 500) expect.unreachable(`${status} for ${JSON.stringify(bad)}: ${text}`);
      if (status >= 400 && text !== '')
        expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(['code', 'error']);
      return String(status);
    });
  });
});

test('signed webhooks with meaningless fields are ignored', async () => {
  const paths = Object.values(webhookPaths);
  await attack('senseless webhooks', badWebhook, load(10_000), async (webhooks) =>
    inParallel(webhooks, async (params) => {
      const path = paths[Math.abs(JSON.stringify(params).length) % paths.length] ?? '';
      const address = `${server.url}${path}?call=${encodeURIComponent(params.AnsweredBy ?? '')}`;
      const { status } = await sendWebhook(address, params, { authToken: lab.authToken });
      if (status >= 500) expect.unreachable(`${status} for ${path} ${JSON.stringify(params)}`);
      return String(status);
    }),
  );
});

let lastNumber = 1_000_000;

/** A conversation that has just started. */
async function conversation(line: CarrierSocketClient): Promise<WebSocket> {
  return line.startConversation(await line.answeredCall(`+1202${++lastNumber}`));
}

/** Errors of messages that cross: a response started while another is active, and a cancel after the end. */
const isCrossing = (error: unknown) =>
  /conversation_already_has_active_response|response_cancel_not_active/.test(JSON.stringify(error));

/** Sends all messages on one conversation after the other, and on sockets that were not admitted. */
async function attackTalks(path: VoicePath, bad: typeof badMessage): Promise<void> {
  const line = new CarrierSocketClient(lab, client, path);
  await attack(`bad ${path} messages`, bad, load(25_000), async (messages) => {
    const socket = await conversation(line);
    for (const message of messages) if (socket.readyState === socket.OPEN) socket.send(message);
    // Messages are handled in order, so everything before it has been handled.
    socket.ping();
    await Promise.race([once(socket, 'pong'), once(socket, 'close')]);
    const ended = socket.readyState === socket.OPEN ? 'still open' : 'closed';
    const stranger = await line.open();
    // One message may precede the start message; the second must be it.
    for (const message of messages.slice(0, 2)) stranger.send(message);
    socket.terminate();
    if (messages.slice(0, 2).some((message) => message instanceof Uint8Array)) stranger.terminate();
    else expect(await closeCodeOf(stranger)).toBe(1008);
    return [ended];
  });
}

test('bad messages harm neither the server nor another conversation', async () => {
  const neighbour = await conversation(new CarrierSocketClient(lab, client, 'relay'));
  await attackTalks('relay', badMessage);
  neighbour.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Who is this?', last: true }));
  expect(JSON.parse(String((await once(neighbour, 'message'))[0]))).toMatchObject({ type: 'text' });
  neighbour.terminate();
});

test('bad messages harm neither their media stream nor another one', async () => {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query("update agents set engine = 'realtime'");
  await owner.end();
  const neighbour = await conversation(new CarrierSocketClient(lab, client, 'media'));
  const session = service.sessions.at(-1);
  await session?.sent.until('response.done');
  await attackTalks('media', badStreamMessage);
  sendSpeech(neighbour, 'Who is this?');
  const heard = await session?.sent.until('conversation.item.input_audio_transcription.completed');
  expect(heard?.transcript).toBe('Who is this?');
  // Whatever came in, nothing was sent to the service that it refuses.
  const refused = service.sessions.flatMap(({ sent }) => sent.ofType('error').map(({ error }) => error));
  expect(refused.filter((error) => !isCrossing(error))).toEqual([]);
  neighbour.terminate();
});
