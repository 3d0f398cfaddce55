import { randomUUIDv7 } from 'node:crypto';
import {
  apiRoutes,
  examples,
  exampleToolConfig,
  permissionsOf,
  type Report,
  type Route,
  type RouteName,
  roles,
} from '@parley/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { storeThings } from '../testing/stored-things.ts';
import { unsettled } from '../testing/unsettled.ts';

let desk: OpenDesk;
let mine: DeskClient;
let theirs: DeskClient;
let things: Things;
let database: Database;

/** What one tenant has and another one tries to reach. */
interface Things {
  readonly live: string;
  readonly sid: string;
  readonly past: string;
  readonly template: string;
  readonly agent: string;
  readonly number: string;
  readonly question: string;
  readonly tryId: string;
  readonly followUp: string;
  readonly contact: string;
  readonly campaign: string;
  readonly importId: string;
  readonly tool: string;
  readonly view: string;
  readonly mcpServer: string;
  readonly webhook: string;
  readonly delivery: string;
}

beforeAll(async () => {
  // Slowly and without an answer, so that a ringing call keeps ringing for ten minutes, also on a busy machine.
  desk = await openDesk({ speed: 0.1, callees: { default: 'handset' } });
  database = await desk.database.open();
  mine = desk.as({ organization: 'org_mine' });
  theirs = desk.as({ organization: 'org_theirs', id: 'user_mallory' });
  const past = await mine.placeAccepted('+12025550111', { message: 'What nobody else may read.' });
  await mine.end(past);
  await until(past, 'canceled');
  const live = await mine.placeAccepted('+12025550112');
  const sid = desk.lab.calls().find(({ to }) => to === '+12025550112')?.sid ?? '';
  await until(live, 'ringing');
  // What is compared below changes until then.
  await vi.waitFor(async () => expect(await unsettled(desk.database)).toEqual([]), 60_000);
  const body = { name: 'Ours', prompt: 'What nobody else may read.', agentId: 'kuzco' };
  const template = (await mine.request('POST', '/api/templates/templates', body)).body.template._id;
  const agent = await new AgentRequests(mine).published('Nobody else may know it');
  const tried = { channel: 'text', direction: 'inbound' };
  const tryId = (await mine.request('POST', `/api/agents/${agent}/tries`, tried)).body.try.id;
  await mine.request('PUT', '/api/tools/secrets/our-own-key', { value: 'what nobody else may send' });
  const saved = { name: 'Nobody else', filters: { version: 1, values: { q: 'May know it' } } };
  const view = (await mine.request('POST', '/api/calls/views', saved)).body.view.id;
  things = {
    live,
    sid,
    past,
    template,
    agent,
    tryId,
    view,
    ...(await storeThings({ database, account: desk.lab.accountSid, callId: past, agentId: agent })),
  };
});
afterAll(() => desk.stop());

/** `expect.poll` works only inside a test; this waits before them. */
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect((await mine.call(id)).status).toBe(status), 60_000);

async function everything() {
  return {
    calls: await mine.calls(),
    past: await mine.call(things.past),
    live: await mine.call(things.live),
    templates: (await mine.request('GET', '/api/templates/templates')).body,
    agent: (await mine.request('GET', `/api/agents/${things.agent}`)).body,
    versions: (await mine.request('GET', `/api/agents/${things.agent}/versions`)).body,
    numbers: (await mine.request('GET', '/api/numbers')).body,
    questions: (await mine.request('GET', '/api/agents/gs-dental/unanswered-questions')).body,
    line: desk.lab.call(things.sid)?.status,
    rows: await rowsOfAfterCalls(),
  };
}

/** As they are stored: not even a counter of theirs may change. */
async function rowsOfAfterCalls() {
  const found: Record<string, unknown> = {};
  const names = [
    ...['outcome_corrections', 'follow_ups', 'contacts', 'contact_imports', 'contact_import_parts'],
    ...[
      'tools',
      'mcp_servers',
      'secrets',
      'campaigns',
      'recipients',
      'webhook_endpoints',
      'webhook_deliveries',
    ],
  ];
  for (const name of names) {
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql.raw(`select * from ${name} where tenant_id <> 'org_theirs' order by 1, 2, 3`)),
    );
    found[name] = rows;
  }
  found.views = (await mine.request('GET', '/api/calls/views')).body;
  return found;
}

/** Without the one that makes what it names, in the organization of whoever asks. */
const withParams = (Object.entries(apiRoutes) as [RouteName, Route][]).filter(
  ([name, { path }]) => path.includes('/:') && name !== 'putToolSecret',
);

/** For each parameter of a path: one that exists nowhere, and those that the other tenant has. */
const params: Readonly<Record<string, { madeUp: () => string; real: () => string[] }>> = {
  id: {
    madeUp: () => randomUUIDv7(),
    real: () => {
      const { live, past, template, question, tryId, followUp, contact, importId } = things;
      const { tool, mcpServer, view, campaign, webhook } = things;
      const after = [followUp, contact, importId, tool, mcpServer, view, campaign, webhook];
      return [live, past, template, question, tryId, ...after, live.toUpperCase()];
    },
  },
  agentId: { madeUp: () => 'no-such-agent', real: () => [things.agent] },
  number: { madeUp: () => '+15005550177', real: () => [things.number] },
  version: { madeUp: () => '1', real: () => ['1'] },
  row: { madeUp: () => '2', real: () => ['2'] },
  deliveryId: { madeUp: () => randomUUIDv7(), real: () => [things.delivery] },
  // Of the environment, which belongs to nobody alone; here it sets none of these.
  kind: { madeUp: () => 'no-such-kind', real: () => ['mail', 'speech', '__proto__'] },
  field: { madeUp: () => 'result', real: () => ['result'] },
  part: { madeUp: () => '0', real: () => ['0'] },
  name: { madeUp: () => 'no-such-key', real: () => ['our-own-key'] },
};

/** Paths of the route with every combination of the values. */
function pathsOf({ path }: Route, values: (param: string) => string[]): string[] {
  const [, ...parts] = path.split('/');
  return parts.reduce(
    (paths, part) => {
      const ends = part.startsWith(':') ? values(part.slice(1)) : [part];
      return paths.flatMap((start) => ends.map((end) => `${start}/${end}`));
    },
    [''],
  );
}

/** An answer without what it was asked for, which it may repeat. */
function withoutAsked(path: string, body: unknown): string {
  const asked = path.split('/').filter((part) => part.length >= 7);
  return asked.reduce((text, part) => text.replaceAll(part, '…'), JSON.stringify(body));
}

/** A path that leads nowhere, with those that lead to something of the other tenant and must get the same answer. */
function attacksOn(route: Route): { madeUp: string; real: string[] }[] {
  const valuesOf = (kind: 'madeUp' | 'real', fixed: Readonly<Record<string, string>>) => (param: string) => {
    const known = params[param];
    if (!known) throw new Error(`Say in this test what another tenant has as :${param}.`);
    return fixed[param] !== undefined ? [fixed[param]] : [known[kind]()].flat();
  };
  // Under an agent of one's own, too, what belongs to another one.
  const own = /:agentId.*:id/.test(route.path) ? [{ agentId: 'gs-dental' }] : [];
  return [{}, ...own].map((fixed) => ({
    madeUp: pathsOf(route, valuesOf('madeUp', fixed)).join(),
    real: pathsOf(route, valuesOf('real', fixed)),
  }));
}

/** A list that belongs to something unknown is empty. Where accounts are managed elsewhere, nobody's is known here. */
function unknownStatus({ errors }: Route): number {
  if (errors.includes('managed_elsewhere')) return 409;
  return errors.some((code) => code.endsWith('_not_found')) ? 404 : 200;
}

test.each(withParams)('%s with guessed ids finds nothing and changes nothing', async (name, route) => {
  const before = await everything();
  const body = examples[name].body as object | undefined;
  const ask = async (path: string) => {
    const answer = await theirs.request(route.method, `${path}?${examples[name].query ?? ''}`, body);
    return { status: answer.status, said: withoutAsked(path, answer.body) };
  };
  for (const { madeUp, real } of attacksOn(route)) {
    const unknown = await ask(madeUp);
    expect(unknown.status).toBe(unknownStatus(route));
    for (const path of real) {
      // The same answer as for an id that does not exist.
      expect({ path, ...(await ask(path)) }).toEqual({ path, ...unknown });
    }
  }
  expect(await everything()).toEqual(before);
});

test.each(roles)(
  'PM7: a %s of another tenant learns no more from a real id than from a made-up one',
  async (role) => {
    const before = await everything();
    const other = desk.as({ organization: 'org_theirs', id: 'user_mallory', role });
    for (const [name, route] of withParams) {
      const body = examples[name].body as object | undefined;
      const ask = async (path: string) => {
        const answer = await other.request(route.method, `${path}?${examples[name].query ?? ''}`, body);
        return { status: answer.status, said: withoutAsked(path, answer.body) };
      };
      const needed = route.guard === 'public' ? null : route.permission;
      const allowed = needed === null || permissionsOf[role].includes(needed);
      for (const { madeUp, real } of attacksOn(route)) {
        const unknown = await ask(madeUp);
        expect([name, unknown.status]).toEqual([name, allowed ? unknownStatus(route) : 403]);
        for (const path of real) {
          expect({ name, ...(await ask(path)) }).toEqual({ name, ...unknown });
        }
      }
    }
    expect(await everything()).toEqual(before);
  },
);

test('no list shows a row of another tenant, wherever its page starts', async () => {
  const own = await theirs.placeAccepted('+12025550113');
  for (const query of ['limit=100', `limit=100&afterId=${things.live}`, `limit=100&afterId=${things.past}`]) {
    const { body } = await theirs.request('GET', `/api/calls?${query}`);
    for (const { _id } of body.calls) expect(_id).toBe(own);
  }
  const templates = JSON.stringify((await theirs.request('GET', '/api/templates/templates')).body);
  expect(templates).not.toContain(things.template);
  expect(templates).not.toContain('nobody else');
  await theirs.end(own);
});

test('a call or a template for the agent of another tenant belongs to the caller’s own tenant', async () => {
  const before = await everything();
  const id = await theirs.placeAccepted('+12025550114', { agentId: 'kuzco' });
  const body = { name: 'Theirs', prompt: 'Say hello.', agentId: 'kuzco' };
  expect((await theirs.request('POST', '/api/templates/templates', body)).status).toBe(200);
  await theirs.end(id);
  expect(await everything()).toEqual(before);
});

test('tools, MCP servers and secrets are listed for their own tenant alone, and of one name are two', async () => {
  const before = await everything();
  const put = await theirs.request('PUT', '/api/tools/secrets/our-own-key', { value: 'another value' });
  expect(put).toMatchObject({ status: 200, body: { secrets: [{ name: 'our-own-key', usedBy: [] }] } });
  expect(JSON.stringify(put.body)).not.toContain('another value');
  const config = { ...exampleToolConfig, name: 'ours' };
  expect((await theirs.request('POST', '/api/tools', { config })).status).toBe(200);
  const lists = await Promise.all(
    ['/api/tools', '/api/tools/mcp', '/api/tools/secrets'].map((path) => theirs.request('GET', path)),
  );
  const text = JSON.stringify(lists.map(({ body }) => body));
  for (const secret of [things.tool, things.mcpServer, 'Nobody else', 'ours.example.com'])
    expect(text).not.toContain(secret);
  // What another tenant refers to is unknown to it, so an agent with it cannot be published.
  const { agent } = (await theirs.request('GET', '/api/agents/kuzco')).body;
  const draft = { ...agent.draft.config, tools: { use: [{ id: things.tool }], texts: [] } };
  const saved = await theirs.request('PUT', '/api/agents/kuzco/draft', {
    ...{ revision: agent.draft.revision, config: draft },
  });
  expect(saved.body.problems).toMatchObject([{ path: 'tools.use.0', code: 'tool_unknown' }]);
  expect(await everything()).toEqual(before);
});

test('RE12: a report has figures of its own tenant alone', async () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const path = `/api/reports?from=${day(-2)}&to=${day(2)}`;
  const of = async (client: DeskClient): Promise<Report> => (await client.request('GET', path)).body.report;
  const outbound = ({ days }: Report) => days.reduce((sum, counted) => sum + counted.outbound, 0);
  await expect
    .poll(async () => outbound(await of(mine)), { timeout: 20_000 })
    .toBe((await mine.calls()).length);
  const empty = await of(desk.as({ organization: 'org_empty' }));
  expect(empty.example).toBe(true);
  for (const report of [empty, await of(theirs)]) expect(JSON.stringify(report)).not.toContain(things.agent);
});

test('an event stream carries nothing of another tenant', async () => {
  const closing = new AbortController();
  const stream = await theirs.events(closing.signal);
  const id = await mine.placeAccepted('+12025550115');
  await mine.end(id);
  await mine.waitUntilEnded(id);
  await mine.remove(id);
  const own = await theirs.placeAccepted('+12025550116');
  await theirs.end(own);
  const last = () =>
    stream.seen.flatMap((event) => (event.type === 'call.changed' ? [event.call.status] : []));
  await expect.poll(last).toContain('canceled');
  expect(stream.raw()).toContain(own);
  expect(stream.raw()).not.toContain(id);
  expect(stream.raw()).not.toContain('0115');
  closing.abort();
});
