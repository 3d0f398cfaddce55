import { notPermittedSentence, toolLimits } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../examples/calendar/openapi.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { bearing, ToolRequests, toolAt } from '../testing/tool-requests.ts';
import { type HostileService, openHostileService } from '../testing/tool-transports/hostile-service.ts';

let desk: OpenDesk;
let owner: pg.Client;
let service: HostileService;
const slots = '{"slots":[{"start":"2026-11-19T15:00"}]}';

beforeAll(async () => {
  desk = await openDesk();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  service = await openHostileService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(slots);
  });
});
afterAll(async () => {
  await owner.end();
  await service.close();
  await desk.stop();
});

let organizations = 0;

/** An organization for itself, with two administrators and one of each other role. */
function organization() {
  organizations += 1;
  const of = (id: string, role: string) => {
    const client = desk.as({
      organization: `org_tools_${organizations}`,
      id: `${id}_${organizations}`,
      role,
    });
    return { client, tools: new ToolRequests(client), agents: new AgentRequests(client) };
  };
  return {
    admin: of('kit', 'admin'),
    other: of('jo', 'admin'),
    operator: of('sam', 'operator'),
    viewer: of('lee', 'viewer'),
  };
}

const free = (name: string, change = {}) => toolAt(name, 'https://calendar.example.com/free', change);
const here = (path: string) => `http://127.0.0.1:${service.port}${path}`;
const auditOf = async (subject: string) => {
  const { rows } = await owner.query(
    'select action, actor, data from audit_log where subject = $1 order by id',
    [subject],
  );
  return rows;
};

describe('TL10: HTTP tools', () => {
  test('are added, read, changed and removed, by whoever saw them last', async () => {
    const { admin, other, viewer } = organization();
    const id = await admin.tools.created(free('find_times'));
    const listed = await viewer.tools.list();
    expect(listed.body.tools).toMatchObject([
      { id, name: 'find_times', host: 'calendar.example.com', usedBy: 0, problem: null, revision: 1 },
    ]);
    expect((await viewer.tools.get(id)).body.tool).toMatchObject({ config: free('find_times'), agents: [] });

    const saved = await other.tools.save(id, 1, free('find_times', { method: 'POST' }));
    expect(saved).toMatchObject({ status: 200, body: { tool: { revision: 2, method: 'POST' } } });
    const late = await admin.tools.save(id, 1, free('find_times', { purpose: 'Too late.' }));
    expect(late).toMatchObject({
      ...{ status: 409 },
      body: { code: 'tool_changed', error: 'Somebody else has changed it meanwhile. Load it again.' },
    });
    expect(await admin.tools.remove(id, 1)).toMatchObject({ status: 409, body: { code: 'tool_changed' } });
    expect((await admin.tools.get(id)).body.tool).toMatchObject({ revision: 2, purpose: free('x').purpose });

    expect(await admin.tools.remove(id, 2)).toMatchObject({ status: 200, body: { deleted: true } });
    const gone = { status: 404, body: { code: 'tool_not_found', error: 'There is no such tool any more.' } };
    expect(await admin.tools.get(id)).toMatchObject(gone);
    expect(await other.tools.save(id, 2, free('find_times'))).toMatchObject(gone);
    expect(await other.tools.remove(id, 2)).toMatchObject(gone);
    const actions = (await auditOf(id)).map(({ action }) => action);
    expect(actions).toEqual(['tool.created', 'tool.changed', 'tool.deleted']);
    expect(JSON.stringify(await auditOf(id))).not.toContain('calendar.example.com');
  });

  test('are changed by one of two who save at once, and removed by one of two', async () => {
    const { admin, other } = organization();
    const id = await admin.tools.created(free('find_times'));
    const saves = await Promise.all(
      [admin, other].map(({ tools }, index) =>
        tools.save(id, 1, free('find_times', { title: `By ${index}` })),
      ),
    );
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = saves.find(({ status }) => status === 200)?.body.tool.config.title;
    expect((await admin.tools.get(id)).body.tool.config.title).toBe(winner);
    const removals = await Promise.all([admin, other].map(({ tools }) => tools.remove(id, 2)));
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('of a repeated request there is one, and of one name there is one', async () => {
    const { admin, other } = organization();
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.tools.create(free('find_times'), 'one-and-the-same-key')),
    );
    expect(new Set(answers.map(({ body }) => body.tool.id)).size).toBe(1);
    const taken = await other.tools.create(free('find_times'));
    expect(taken).toMatchObject({
      ...{ status: 409 },
      body: { code: 'tool_name_taken', error: 'There is another tool called "find_times".' },
    });
    const second = await other.tools.created(free('book_time'));
    expect(await other.tools.save(second, 1, free('find_times'))).toMatchObject({
      body: { code: 'tool_name_taken' },
    });
    expect((await admin.tools.list()).body.tools).toHaveLength(2);
  });

  test('are a hundred at most', async () => {
    const { admin } = organization();
    const first = await admin.tools.created(free('tool_0'));
    await owner.query(
      `insert into tools (tenant_id, id, name, config)
       select tenant_id, gen_random_uuid(), 'tool_' || n, config from tools, generate_series(1, $2::int) n where id = $1`,
      [first, toolLimits.toolsMax - 1],
    );
    expect(await admin.tools.create(free('one_more'))).toMatchObject({
      ...{ status: 409 },
      body: {
        code: 'too_many_tools',
        error: 'There are as many tools as an organization may have. Remove one first.',
      },
    });
    expect((await admin.tools.list()).body.tools).toHaveLength(toolLimits.toolsMax);
  });

  test('are read by every role, and added, tried, changed and removed by administrators alone', async () => {
    const { admin, operator, viewer } = organization();
    const id = await admin.tools.created(free('find_times'));
    for (const { tools } of [operator, viewer]) {
      for (const read of [tools.list(), tools.get(id), tools.servers(), tools.secrets()])
        expect((await read).status).toBe(200);
      for (const refused of [
        tools.create(free('another')),
        tools.save(id, 1, free('renamed')),
        tools.remove(id, 1),
        tools.tryHttp(toolAt('try_it', here('/')), { day: 'Monday' }),
        tools.openApi({ address: here('/') }),
        tools.putSecret('a-key', 'a value of some length'),
        tools.removeSecret('a-key'),
        tools.addServer({ name: 'Orders', address: here('/'), headers: [] }),
      ])
        expect(await refused).toMatchObject({
          ...{ status: 403 },
          body: { code: 'not_permitted', error: notPermittedSentence },
        });
    }
    expect((await admin.tools.list()).body.tools).toMatchObject([{ name: 'find_times', revision: 1 }]);
    expect((await admin.tools.secrets()).body.secrets).toEqual([]);
    expect(service.seen).toEqual([]);
  });

  test('of another organization do not exist', async () => {
    const [{ admin }, { admin: stranger }] = [organization(), organization()];
    const id = await admin.tools.created(free('find_times'));
    expect((await stranger.tools.list()).body.tools).toEqual([]);
    for (const answer of [
      await stranger.tools.get(id),
      await stranger.tools.save(id, 1, free('mine')),
      await stranger.tools.remove(id, 1),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'tool_not_found' } });
    expect((await admin.tools.get(id)).body.tool).toMatchObject({ name: 'find_times', revision: 1 });
  });
});

describe('TL9: a tool that an agent uses', () => {
  test('names the agents that keep it from being removed, and can be removed after them', async () => {
    const { admin } = organization();
    const id = await admin.tools.created(free('find_times'));
    const agent = await admin.agents.published('Elm Street Dental');
    const draft = await admin.agents.save(agent, (config) => {
      config.tools = { use: [{ id }], texts: [] };
    });
    expect(draft.status).toBe(200);
    const inUse = {
      ...{ status: 409 },
      body: {
        code: 'tool_in_use',
        error: 'Still used by Elm Street Dental. Take it away from them first.',
        details: { agents: ['Elm Street Dental'] },
      },
    };
    expect(await admin.tools.remove(id, 1)).toMatchObject(inUse);
    expect(await admin.agents.publish(agent)).toMatchObject({ status: 200 });
    // Out of the draft, and still in the version that takes calls.
    await admin.agents.save(agent, (config) => {
      config.tools = { use: [], texts: [] };
    });
    expect(await admin.tools.remove(id, 1)).toMatchObject(inUse);
    expect((await admin.tools.get(id)).body.tool).toMatchObject({
      usedBy: 1,
      agents: [{ id: agent, displayName: 'Elm Street Dental' }],
    });
    expect(await admin.agents.publish(agent)).toMatchObject({ status: 200 });
    expect(await admin.tools.remove(id, 1)).toMatchObject({ status: 200 });
  });
});

describe('TL10: what is wrong with a tool', () => {
  const valid = free('find_times');
  test.each<[string, object, string, string, RegExp]>([
    ['no purpose', { purpose: ' ' }, 'tool_invalid', 'purpose', /Say what the tool is for/],
    [
      'a placeholder of nothing',
      { address: 'https://a.example.com/{x}' },
      'tool_invalid',
      'address',
      /Nothing fills \{x\}/,
    ],
    [
      'a placeholder as host',
      { address: 'https://{day}.example.com/' },
      'tool_invalid',
      'address',
      /not the host/,
    ],
    [
      'a password in the address',
      { address: 'https://a:b@example.com/' },
      'tool_invalid',
      'address',
      /no user name/,
    ],
    ['another scheme', { address: 'ftp://example.com/' }, 'tool_invalid', 'address', /begins with https/],
    [
      'inputs that are no object',
      { inputs: { type: 'string' } },
      'tool_invalid',
      'inputs',
      /must be that of an object/,
    ],
    [
      'a header that is ours',
      { headers: [{ ...bearing('a-key'), name: 'Host' }] },
      'tool_invalid',
      'headers.0.name',
      /set by itself/,
    ],
    [
      'a constant of the name of an input',
      { constants: [{ name: 'day', value: 1 }] },
      'tool_invalid',
      'constants.0.name',
      /has this name/,
    ],
    [
      'a variable without a path',
      { variables: [{ name: 'slot', path: '' }] },
      'tool_invalid',
      'variables.0.path',
      /where it stands/,
    ],
    ['no https', { address: 'http://calendar.example.com/' }, 'host_not_allowed', '', /https/],
    ['a private address', { address: 'https://10.0.0.7/' }, 'host_not_allowed', '', /10\.0\.0\.7/],
    [
      'the address of metadata',
      { address: 'https://169.254.169.254/latest' },
      'host_not_allowed',
      '',
      /169\.254/,
    ],
    ['the name of a built-in tool', { name: 'end_call' }, 'invalid_request', '', /built-in/],
    ['a name with capitals', { name: 'Find Times' }, 'invalid_request', '', /small letters/],
    ['no time', { limitSeconds: 0 }, 'invalid_request', '', /./],
    ['too much time', { limitSeconds: 31 }, 'invalid_request', '', /./],
    ['a long purpose', { purpose: 'x'.repeat(1_001) }, 'invalid_request', '', /1,000 characters/],
    [
      '21 headers',
      { headers: Array.from({ length: 21 }, () => bearing('a-key')) },
      'invalid_request',
      '',
      /20 headers/,
    ],
  ])('%s is said in a sentence, and nothing is stored', async (_what, change, code, path, sentence) => {
    const { admin } = organization();
    const id = await admin.tools.created(valid);
    for (const answer of [
      await admin.tools.create({ ...valid, name: 'another', ...change }),
      await admin.tools.save(id, 1, { ...valid, ...change }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code, error: expect.stringMatching(sentence) } });
      if (path !== '') expect(answer.body.details.problems).toMatchObject([{ path }]);
    }
    expect((await admin.tools.list()).body.tools).toMatchObject([{ id, revision: 1 }]);
    expect((await admin.tools.get(id)).body.tool.config).toEqual(valid);
  });

  test('everything is said at once', async () => {
    const { admin } = organization();
    const { body } = await admin.tools.create(free('x', { purpose: '', address: '', inputs: {} }));
    expect(body.details.problems.map(({ path }: { path: string }) => path)).toEqual([
      ...['purpose', 'inputs', 'address'],
    ]);
  });
});

describe('TL8: an OpenAPI document', () => {
  test('is read where it is, or as it was sent; each operation can be added as it is, and nothing is stored', async () => {
    const { admin } = organization();
    const document = JSON.stringify(openApiDocument('https://calendar.example.com', true));
    const { status, body } = await admin.tools.openApi({ document });
    expect(status).toBe(200);
    const names = body.operations.map(({ tool }: { tool: { name: string } }) => tool.name);
    expect(names).toContain('find_free_times');
    expect((await admin.tools.list()).body.tools).toEqual([]);
    for (const { tool } of body.operations) await admin.tools.created(tool);
    const listed = (await admin.tools.list()).body.tools;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(names.toSorted());
    // The service wants a key, which nobody has entered yet.
    for (const { problem } of listed) expect(problem).toMatch(/^The secret "[a-z0-9_-]+" is missing\.$/);
  });

  test.each([
    ['no document', { document: 'x: [' }, 'openapi_unreadable'],
    ['an empty one', { document: '' }, 'openapi_unreadable'],
    ['one of another version', { document: '{"swagger":"2.0","paths":{}}' }, 'openapi_unreadable'],
    ['a private address', { address: 'https://192.168.1.1/openapi.json' }, 'host_not_allowed'],
    ['neither', {}, 'invalid_request'],
  ])('that is %s is refused in a sentence', async (_what, body, code) => {
    const { admin } = organization();
    const answer = await admin.tools.openApi(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code, error: expect.stringMatching(/^\w.+\.$/s) },
    });
  });

  test('at an address with something else is refused in a sentence', async () => {
    const { admin } = organization();
    for (const path of ['/500', '/html', '/drop', '/redirect', '/silent-not'])
      expect(await admin.tools.openApi({ address: here(path) })).toMatchObject({
        body: { code: 'openapi_unreadable', error: expect.stringMatching(/^\w.+\.$/s) },
      });
  });
});
