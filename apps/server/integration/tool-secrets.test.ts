import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment } from '../testing/desk.ts';
import { type DeskAnswer, DeskClient } from '../testing/desk-client.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { bearing, ToolRequests, toolAt } from '../testing/tool-requests.ts';
import {
  type HostileService,
  openHostileService,
  type SeenRequest,
} from '../testing/tool-transports/hostile-service.ts';
import { mcpService } from '../testing/tool-transports/mcp-service.ts';
import { formsOf, wholeDatabase } from '../testing/whole-database.ts';

const speed = 10;
const number = '+12025550188';
const entry = join(import.meta.dirname, '../dist/killable-server.js');
const next = 'the next secret, of forty characters too';

/** Each with characters that are written otherwise within JSON, an address or a header. */
const planted = {
  first: 'planted/first+secret"1a',
  second: 'planted/second+secret"2b',
  'of the MCP server': 'planted-mcp-secret-3c',
  'in a wrong place': 'planted-misplaced-4d',
};

let database: TestDatabase;
let lab: Lab;
let model: ModelServer;
let deployment: Deployment;
let dataDir: string;
let server: ServerProcess;
let service: HostileService;
let mcp: HostileService;
let client: RecordingClient;
let tools: ToolRequests;
const mcpOptions = mcpService();
/** What the service does between a request and its answer. */
let meanwhile: (request: SeenRequest) => Promise<void> = async () => {};

/** Every answer of the API is kept. */
class RecordingClient extends DeskClient {
  readonly answers: string[] = [];

  override async request(...asked: Parameters<DeskClient['request']>): Promise<DeskAnswer> {
    const answer = await super.request(...asked);
    this.answers.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  }
}

beforeAll(async () => {
  [database, lab] = await Promise.all([createTestDatabase(), startLab({ speed, cps: 1000 })]);
  deployment = await createDeployment(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-tool-secrets-'));
  model = await ModelServer.start(answerTo);
  // A service that repeats what it was sent, in every form that services do.
  service = await openHostileService(async (request, response) => {
    await meanwhile(request);
    const { authorization = '' } = request.headers;
    const echo = { authorization, quoted: JSON.stringify({ authorization }), key: authorization.slice(7) };
    const packed = { encoded: encodeURIComponent(echo.key), base64: btoa(echo.key) };
    response.writeHead(request.url.includes('/refusing') ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ found: true, ...echo, ...packed }));
  });
  mcp = await openHostileService(mcpOptions.answer);
  await start({ AUTH_SECRET: database.secret });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await Promise.all([lab.stop(), model.stop(), service.close(), mcp.close()]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(secrets: NodeJS.ProcessEnv): Promise<void> {
  server = await startServerProcess(
    {
      ...deployment.settings,
      ...{ DATA_DIR: dataDir, LOG_LEVEL: 'trace', TOOL_HOSTS: '127.0.0.1' },
      ...{ TIMES_SPEED: String(speed), VOICE_SPEED: String(speed) },
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'test-model' },
      OPENAI_API_KEY: 'test-key',
      ...secrets,
    },
    { entry },
  );
  client = new RecordingClient(server.url, deployment.mint, {});
  tools = new ToolRequests(client);
}

async function restart(secrets: NodeJS.ProcessEnv): Promise<void> {
  expect(await server.end()).toBe(0);
  await start(secrets);
}

/** Looks up twice, once more at the MCP server, and says goodbye. */
function answerTo({ stream, messages }: ModelRequest) {
  if (!stream) return [{ say: '**They asked for an order.**' }];
  if (!messages.some(({ role, content }) => role === 'user' && content?.includes('order')))
    return [{ say: 'What can I do for you?' }];
  const done = messages.filter(({ role }) => role === 'tool').length;
  if (done < 2) return [{ call: 'find_order', input: { day: `day ${done}` } }];
  if (done === 2) return [{ call: 'find_times', input: { day: 'Monday' } }];
  return [{ say: 'It is on its way. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
}

const here = (path: string) => `http://127.0.0.1:${service.port}${path}`;
const sentKeys = () => service.seen.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

test('TL2: secrets of tools are found nowhere but in the vault, and a new value counts for the next tool call', async () => {
  expect((await tools.putSecret('orders-key', planted.first)).status).toBe(200);
  expect((await tools.putSecret('mcp-key', planted['of the MCP server'])).status).toBe(200);
  const config = toolAt('find_order', here('/orders'), {
    headers: [bearing('orders-key')],
    variables: [{ name: 'order', path: 'key' }],
  });
  const id = await tools.created(config);

  // Where a secret does not belong, and where something is wrong with it.
  const misplaced = planted['in a wrong place'];
  for (const value of [[misplaced], { misplaced }, `${misplaced}\nX-Other: 1`, misplaced.repeat(400)])
    expect((await tools.putSecret('another-key', value)).status).toBe(400);
  expect((await tools.putSecret(encodeURIComponent(misplaced.toUpperCase()), 'x')).status).toBe(400);
  await client.request('POST', '/api/tools', {
    config: { ...config, secret: misplaced, headers: misplaced },
  });
  await client.request('GET', `/api/tools/${misplaced}`);
  const known = new Set(client.answers.filter((answer) => answer.includes(misplaced)));
  expect(known).toEqual(new Set());

  // Tries, of services that answer, that refuse, and that repeat what they were sent.
  for (const path of ['/orders', '/refusing', '/500', '/drop', '/bad-json']) {
    const tried = await tools.tryHttp({ ...config, name: 'try_it', address: here(path) }, { day: 'Monday' });
    expect(tried.body.request.headers).toEqual([{ name: 'Authorization', value: 'Bearer ••••••••' }]);
  }
  mcpOptions.options.description = `Whoever asks knows ${planted['of the MCP server']}.`;
  const address = `http://127.0.0.1:${mcp.port}/mcp`;
  const added = await tools.addServer({ name: 'Calendar', address, headers: [bearing('mcp-key')] });
  const { server: shown } = (await tools.decide(added.body.server, () => ({ allowed: true }))).body as {
    server: McpServer;
  };
  expect(shown.tools[0]?.description).toBe('Whoever asks knows ••••••••.');
  await tools.tryMcp(shown.id, 'find_times', { day: 'Monday' });

  // A call that uses it twice; somebody enters another value while the first request is under way.
  const agents = new AgentRequests(client);
  const agentId = await agents.published('Orders');
  await agents.save(agentId, (draft) => {
    draft.tools = { use: [{ id }, { server: shown.id, name: 'find_times' }], texts: [] };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
  service.seen.length = 0;
  meanwhile = async () => {
    meanwhile = async () => {};
    expect((await tools.putSecret('orders-key', planted.second)).status).toBe(200);
  };
  lab.callees.define('asks', {
    ...{ name: 'asks', ring: 1_000, manners: false, patienceMs: 120_000 },
    script: [{ wait: 'agent' }, { say: 'Where is my order?' }],
    answers: [{ when: 'What can I do|AI assistant', say: 'Where is my order?', times: 3 }],
  });
  lab.callees.setNumber(number, 'asks');
  const closing = new AbortController();
  const events = await client.events(closing.signal);
  const callId = await client.placeAccepted(number, { agentId, message: 'Help them.' });
  const call = await client.waitUntilEnded(callId);
  expect(sentKeys()).toEqual([planted.first, planted.second]);
  expect(call.toolCalls).toMatchObject([
    { name: 'find_order', state: 'done', answer: expect.stringContaining('••••••••') },
    { name: 'find_order', state: 'done', answer: expect.stringContaining('••••••••') },
    { name: 'find_times', state: 'done' },
  ]);
  await expect.poll(() => events.raw()).toContain('tool-call.changed');
  closing.abort();

  const exported = await exports(await tenantOf(callId));
  const everything = await wholeDatabase(database);
  const places = {
    'an answer of the API': client.answers.join('\n'),
    'the live events': events.raw(),
    'the log': server.output(),
    'the database': everything,
    'what the model was told': JSON.stringify(model.requests),
    ...exported,
  };
  expect(places['the log']).toContain('"level":20');
  for (const there of ['tool.created', 'tools/orders-key', 'secret.replaced', '"found'])
    expect(everything).toContain(there);
  expect(places['the export of whoever was called']).toContain('find_order');
  expect(places['what the model was told']).toContain('••••••••');
  for (const [name, secret] of Object.entries(planted))
    for (const [place, text] of Object.entries(places))
      for (const form of [...formsOf(secret), JSON.stringify(secret).slice(1, -1)])
        expect(text.includes(form), `${name} in ${place}`).toBe(false);
});

/** What a person gets who asks what is stored about them. The next secret is refused while this one is connected. */
async function exports(tenantId: string) {
  const opened = await openDatabase({ owner: database.owner, secret: database.secret, onError: () => {} });
  const data = createPersonalData(opened, testDigest);
  const [called, entered] = await Promise.all([
    data.export(tenantId, { kind: 'number', number }),
    data.export(tenantId, { kind: 'user', userId: 'user_kit' }),
  ]);
  await opened.close();
  return {
    'the export of whoever was called': JSON.stringify(called),
    'the export of whoever entered it': JSON.stringify(entered),
  };
}

async function tenantOf(callId: string): Promise<string> {
  const row = (await wholeDatabase(database)).split('\n').find((line) => line.includes(`"id":"${callId}"`));
  return (JSON.parse(row ?? '{}') as { tenant_id?: string }).tenant_id ?? '';
}

test('TL2, SR1: tools work on while AUTH_SECRET moves, and afterwards', async () => {
  expect((await tools.putSecret('orders-key', planted.first)).status).toBe(200);
  const config = toolAt('moving', here('/orders'), { headers: [bearing('orders-key')] });
  const works = async () => {
    service.seen.length = 0;
    const tried = await tools.tryHttp(config, { day: 'Monday' });
    expect(tried.body).toMatchObject({ problem: null, answer: { status: 200 } });
    expect(sentKeys()).toEqual([planted.first]);
  };
  await works();
  await restart({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: database.secret });
  await works();
  await restart({ AUTH_SECRET: next });
  await works();
  // It is sealed with the new one: a value that is entered now is read after another start.
  expect((await tools.putSecret('orders-key', planted.second)).status).toBe(200);
  await restart({ AUTH_SECRET: next });
  service.seen.length = 0;
  await tools.tryHttp(config, { day: 'Monday' });
  expect(sentKeys()).toEqual([planted.second]);
});
