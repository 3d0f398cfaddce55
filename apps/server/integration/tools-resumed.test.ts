import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { emptyHttpTool } from '@parley/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { Balancer } from '../testing/balancer.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import { chatWire } from '../testing/model-providers/chat-wire.ts';
import { ProviderServer, type ProviderStep, type Shown } from '../testing/model-providers/provider-server.ts';
import { createTool } from '../testing/tools/tool-requests.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

const speed = 10;
const wish = 'Please book ten.';

let desk: KillableDesk;
let provider: ProviderServer;

/** Looks for the practice, books there, and waits for what it is told. */
function model({ said, results }: Shown): readonly ProviderStep[] {
  const told = [...said, ...results].join('\n');
  if (!told.includes(wish)) return [{ say: 'What can I do for you?' }];
  if (results.length === 0) return [{ call: 'find_practice', input: {} }];
  if (results.length === 1) return [{ call: 'book', input: { start: 'ten' } }];
  if (/booked\W+ten/.test(told))
    return [{ say: 'You are booked for ten. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
  return [{ say: 'I do not know yet whether it is booked.' }];
}

beforeAll(async () => {
  provider = await ProviderServer.start(chatWire, model);
  desk = await openKillableDesk(speed, {
    ...{ TIMES_SPEED: String(speed), VOICE_SPEED: String(speed), TOOL_HOSTS: '127.0.0.1' },
    ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: `${provider.origin}/v1`, LLM_MODEL: 'emulated' },
    ...{ OPENAI_API_KEY: 'test-key', TRUST_PROXY: 'loopback' },
  });
});
afterAll(async () => {
  await desk.stop();
  await provider.stop();
});

/**
 * A calendar that books, does not answer the first time, and answers the second time when it is told to; what was booked, and
 * every request for it.
 */
async function startCalendar() {
  const asked: { readonly path: string; readonly key: string }[] = [];
  const booked = new Set<string>();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') return void response.end('{"practice":"elm"}');
    const key = String(request.headers['idempotency-key']);
    asked.push({ path: request.url ?? '', key });
    booked.add(key);
    if (asked.length === 1) return first.resolve();
    await second.promise;
    response.end('{"booked":"ten"}');
  };
  const server: Server = createServer((request, response) => void answer(request.resume(), response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, booked, url, first: first.promise, answerAgain: second.resolve };
}

async function agentFor(client: DeskClient, url: string, honoursKey: boolean): Promise<string> {
  const agents = new AgentRequests(client);
  const tools = [
    {
      ...emptyHttpTool('find_practice'),
      ...{ purpose: 'Finds the practice.', address: `${url}/practice` },
      variables: [{ name: 'practice', path: 'practice' }],
    },
    {
      ...emptyHttpTool('book'),
      ...{ purpose: 'Books an appointment.', method: 'POST' as const, limitSeconds: 30 },
      address: `${url}/{practice}/appointments`,
      inputs: { type: 'object', properties: { start: { type: 'string' } }, required: ['start'] },
      ...{ changes: true, honoursKey, runInSandbox: true },
    },
  ];
  const use: { id: string }[] = [];
  for (const tool of tools) use.push({ id: await createTool(client, tool) });
  const { id } = await agents.create('Booking');
  await agents.save(id, (config) => {
    config.opening.outbound = 'Hello, this is the AI assistant.';
    config.tools = { use, texts: [] };
  });
  expect(await agents.publish(id)).toMatchObject({ status: 200 });
  return id;
}

test('VS34, VS47, FU14: a session that another server resumes tells the answer of a tool that the first had sent', async () => {
  const calendar = await startCalendar();
  const balancer = await Balancer.start();
  onTestFinished(() => balancer.stop());
  const start = (name: string) =>
    desk.start({ PUBLIC_URL: balancer.url, DATA_DIR: join(desk.dataDir, name) });
  const killed = await start('one');
  const other = await start('two');
  balancer.add(killed.url);
  await expect.poll(() => balancer.ready).toHaveLength(1);
  const client = new DeskClient(balancer.url, desk.deployment.mint, {});
  const agentId = await agentFor(client, calendar.url, true);
  const number = '+12025553301';
  desk.lab.callees.define(number, {
    ...{ name: number, ring: 1_000, manners: false, patienceMs: 'endless' },
    script: [{ wait: 'agent' }, { say: wish }],
    answers: [{ when: 'What can I do', say: wish }],
  });
  desk.lab.callees.setNumber(number, number);
  const id = await client.placeAccepted(number, { agentId, message: 'Ask what they want.' });
  await calendar.first;
  balancer.add(other.url);
  await expect.poll(() => balancer.ready).toHaveLength(2);
  await killed.end('SIGKILL');

  const said = async () => transcriptOf(await client.call(id)).join('\n');
  await expect.poll(said).toContain('we were cut off');
  // On a busy machine the answer could come before the next session, and then nothing would be open.
  calendar.answerAgain();
  await client.waitUntilEnded(id);
  await expect.poll(said).toMatch(/agent: You are booked for ten\. Goodbye\.$/);
  const { toolCalls = [] } = await client.call(id);
  expect(toolCalls).toMatchObject([
    { name: 'find_practice', state: 'done' },
    { name: 'book', state: 'done', tries: 2, input: { start: 'ten' } },
  ]);
  // The same request with the same key, although the second server has never heard of the practice itself.
  expect(calendar.asked.map(({ path }) => path)).toEqual(['/elm/appointments', '/elm/appointments']);
  expect(calendar.booked.size).toBe(1);
  // Before the answer came, they may have been told that somebody will check.
  const followUps = async () =>
    (await client.call(id)).followUps?.map(({ reason, what }) => ({ reason, what }));
  const what = expect.stringMatching(/^Nobody knows whether this was done/);
  await expect.poll(followUps).toContainEqual({ reason: 'tool_unknown', what });
});
