// @vitest-environment happy-dom
import {
  createToolBody,
  emptyHttpTool,
  exampleMcpServer,
  exampleTool,
  exampleToolConfig,
  saveMcpServerBody,
  tryToolBody,
} from '@parley/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Answers,
  buttonNamed,
  controlLabelled,
  eventually,
  fill,
  type Rendered,
  render,
} from '../../../testing/render.tsx';
import { ToolForm } from './editor/tool-form.tsx';
import { ToolPageView } from './editor/tool-page-view.tsx';
import { ToolsView } from './list/tools-view.tsx';
import { ServerPageView } from './mcp/server-page-view.tsx';
import { OperationsStep } from './openapi/operations-step.tsx';
import { SecretsDialog } from './secrets/secrets-dialog.tsx';

let shown: Rendered;
const none: Answers = {
  'GET /api/tools': () => ({ tools: [] }),
  'GET /api/tools/mcp': () => ({ servers: [] }),
  'GET /api/tools/secrets': () => ({ secrets: [] }),
};
function show(children: ReactNode, answers: Answers = {}): void {
  shown = render(children, { ...none, ...answers });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});

const text = () => document.body.textContent ?? '';
const nothing = () => {};
const sentTo = (route: string) => shown.sent.filter((request) => request.route === route);
const list = (nextSteps: ReactNode = null) => (
  <ToolsView toolPathOf={(id) => `/tools/${id}`} serverPathOf={(id) => `/mcp/${id}`} nextSteps={nextSteps} />
);

test('the list shows tools and MCP servers, and what has changed', async () => {
  const [tool] = exampleMcpServer.tools;
  show(list(), {
    'GET /api/tools': () => ({
      tools: [{ ...exampleTool, changes: true, problem: 'Its secret is missing.' }, 7],
    }),
    'GET /api/tools/mcp': () => ({
      servers: [{ ...exampleMcpServer, tools: [{ ...tool, state: 'changed' }] }],
    }),
  });
  await eventually(() => expect(text()).toContain('find_free_timesChanges somethingProblemUsed by 1 agent'));
  expect(text()).toContain('Its secret is missing.');
  expect(text()).toContain('Orders1 tool has changedUsed by no agent');
  expect(text()).toContain('1 of 1 tools allowed');
});

test('a long list is searched by name and purpose, and says where nothing is found', async () => {
  const tools = Array.from({ length: 7 }, (_, n) => ({
    ...exampleTool,
    ...{ id: `019a8b5e-6c00-7000-8000-00000000000${n}`, name: `tool_${n}`, purpose: `Does number ${n}.` },
  }));
  show(list(), { 'GET /api/tools': () => ({ tools }) });
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Find a tool'));
  fill(field, 'number 3');
  await eventually(() => expect(text()).not.toContain('tool_2'));
  expect(text()).toContain('tool_3');
  fill(field, 'dentist');
  await eventually(() => expect(text()).toContain('No tool matches "dentist".'));
  shown.unmount();
  show(list(), { 'GET /api/tools': () => ({ tools: tools.slice(1) }) });
  await eventually(() => expect(text()).toContain('tool_3'));
  expect(() => controlLabelled('Find a tool')).toThrow();
});

test('the key / goes to the search of a long list, unless it is typed into a field or held with another key', async () => {
  const tools = Array.from({ length: 7 }, (_, n) => ({
    ...exampleTool,
    ...{ id: `019a8b5e-6c00-7000-8000-00000000000${n}`, name: `tool_${n}` },
  }));
  show(list(), { 'GET /api/tools': () => ({ tools }) });
  const field = await eventually(() => controlLabelled<HTMLInputElement>('Find a tool'));
  const press = (init: KeyboardEventInit = {}, target: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([press({ ctrlKey: true }), press({ key: 'k' }), press({}, field)]).toEqual([false, false, false]);
  expect(document.activeElement).not.toBe(field);
  expect(press()).toBe(true);
  expect(document.activeElement).toBe(field);
});

test('an empty list offers the next steps to whoever may take them', async () => {
  show(list('New Tool'));
  await eventually(() => expect(text()).toContain('while they talk.New Tool'));
  shown.unmount();
  show(list());
  await eventually(() => expect(text()).toContain('as soon as an administrator has added one.'));
});

test('a list that cannot be loaded is tried again', async () => {
  let works = false;
  show(list(), {
    'GET /api/tools/mcp': () =>
      works ? { servers: [] } : Response.json({ error: 'Not now.', code: 'internal' }, { status: 500 }),
  });
  await eventually(() => expect(text()).toContain('Failed to load the toolsNot now.'));
  works = true;
  buttonNamed('Retry').click();
  await eventually(() => expect(text()).toContain('No tools yet.'));
});

test('a new tool is sent as the contract wants it, and its mistakes are told first', async () => {
  const onCreated = vi.fn();
  show(<ToolForm tool={null} initial={emptyHttpTool('')} onSecrets={nothing} onCreated={onCreated} />, {
    'POST /api/tools': () => ({ tool: exampleTool }),
  });
  (await eventually(() => buttonNamed('Add Tool'))).click();
  await eventually(() => expect(text()).toContain('Say what the tool is for.'));
  fill(controlLabelled('Name *'), 'find_free_times');
  fill(controlLabelled('What it is for *'), 'Finds free times.');
  fill(controlLabelled('Address *'), 'https://calendar.example.com/free');
  buttonNamed('Add Tool').click();
  await eventually(() => expect(onCreated).toHaveBeenCalledWith(exampleTool.id));
  const [request] = sentTo('POST /api/tools');
  expect(createToolBody.safeParse(request?.body).success).toBe(true);
});

test('a name that is taken is said beside the field', async () => {
  show(<ToolForm tool={null} initial={exampleToolConfig} onSecrets={nothing} onCreated={nothing} />, {
    'POST /api/tools': () =>
      Response.json({ error: 'Another tool has this name.', code: 'tool_name_taken' }, { status: 409 }),
  });
  (await eventually(() => buttonNamed('Add Tool'))).click();
  await eventually(() => expect(text()).toContain('Another tool has this name.'));
  await eventually(() => expect(document.activeElement).toBe(controlLabelled('Name *')));
});

test('of two people who save a tool the second is told, and keeps both changes', async () => {
  const theirs = {
    ...exampleTool,
    revision: 2,
    config: { ...exampleToolConfig, title: 'Looked at the calendar' },
    changedBy: { displayName: 'Ann' },
  };
  let current: typeof exampleTool = exampleTool;
  show(
    <ToolPageView
      id={exampleTool.id}
      listPath="/tools"
      agentPathOf={null}
      onCreated={nothing}
      onDeleted={nothing}
    />,
    {
      [`GET /api/tools/${exampleTool.id}`]: () => ({ tool: current }),
      [`PUT /api/tools/${exampleTool.id}`]: (body) => {
        const { revision, config } = body as { revision: number; config: typeof exampleToolConfig };
        if (revision === 2) return { tool: { ...theirs, revision: 3, config } };
        current = theirs;
        return Response.json({ error: 'Somebody else was quicker.', code: 'tool_changed' }, { status: 409 });
      },
    },
  );
  await eventually(() => fill(controlLabelled('What it is for *'), 'Finds times.'));
  (await eventually(() => buttonNamed('Save Changes'))).click();
  await eventually(() => expect(text()).toContain('Ann saved it while you were editing.'));
  expect(text()).toContain('Changed there only: In the transcript.');
  buttonNamed('Keep My Changes').click();
  (await eventually(() => buttonNamed('Save Changes'))).click();
  await eventually(() => expect(sentTo(`PUT /api/tools/${exampleTool.id}`)).toHaveLength(2));
  expect(sentTo(`PUT /api/tools/${exampleTool.id}`)[1]?.body).toMatchObject({
    revision: 2,
    config: { purpose: 'Finds times.', title: 'Looked at the calendar' },
  });
});

test('a try sends the tool as it stands in the form, and shows request, answer and time', async () => {
  show(<ToolForm tool={null} initial={exampleToolConfig} onSecrets={nothing} onCreated={nothing} />, {
    'POST /api/tools/try': () => ({
      request: {
        method: 'GET',
        url: 'https://calendar.example.com/free',
        headers: [{ name: 'Authorization', value: 'Bearer ••••' }],
        body: null,
      },
      answer: { status: 200, contentType: 'application/json', body: '{"slots":[]}', cut: false },
      sample: false,
      ms: 412,
      problem: null,
      variables: { first_slot: '10:00' },
    }),
  });
  (await eventually(() => buttonNamed('Try It'))).click();
  await eventually(() => expect(text()).toContain('Authorization: Bearer ••••'));
  expect(text()).toContain('HTTP 2000.4 s');
  expect(text()).toContain('first_slot = "10:00"');
  expect(tryToolBody.safeParse(sentTo('POST /api/tools/try')[0]?.body).success).toBe(true);
});

test('a secret is entered and replaced, and never shown', async () => {
  const secret = {
    name: 'calendar-key',
    setAt: exampleTool.createdAt,
    setBy: null,
    usedBy: ['find_free_times'],
  };
  show(<SecretsDialog open onClose={nothing} />, {
    'GET /api/tools/secrets': () => ({ secrets: [secret] }),
    'PUT /api/tools/secrets/calendar-key': () => ({ secrets: [secret] }),
    'DELETE /api/tools/secrets/calendar-key': () =>
      Response.json(
        {
          error: 'A tool uses this secret.',
          code: 'tool_secret_in_use',
          details: { tools: ['find_free_times'] },
        },
        { status: 409 },
      ),
  });
  (await eventually(() => buttonNamed('Delete calendar-key'))).click();
  (await eventually(() => buttonNamed('Delete Secret'))).click();
  await eventually(() => expect(text()).toContain('A tool uses this secret. Used by: find_free_times.'));
  buttonNamed('Replace calendar-key').click();
  await eventually(() => expect(text()).toContain('Replace calendar-key'));
  fill(controlLabelled('Value *'), 'k-123');
  await eventually(() => buttonNamed('Replace Secret').click());
  await eventually(() =>
    expect(sentTo('PUT /api/tools/secrets/calendar-key')[0]?.body).toEqual({ value: 'k-123' }),
  );
  await eventually(() => expect(controlLabelled<HTMLInputElement>('Value *').value).toBe(''));
  expect(document.body.innerHTML).not.toContain('k-123');
});

test('picked operations become tools; one that is refused says why', async () => {
  const onDone = vi.fn();
  const operation = (name: string) => ({
    operationId: name,
    method: 'GET' as const,
    path: `/${name}`,
    summary: '',
    tool: { ...exampleToolConfig, name },
    problem: null,
  });
  show(
    <OperationsStep
      read={{
        title: 'Calendar',
        operations: [
          operation('find'),
          operation('book'),
          { ...operation('draw'), tool: null, problem: 'No JSON.' },
        ],
      }}
      onBack={nothing}
      onDone={onDone}
      onDirtyChange={nothing}
    />,
    {
      'POST /api/tools': (body) =>
        (body as { config: { name: string } }).config.name === 'book'
          ? Response.json({ error: 'There are 100 tools already.', code: 'too_many_tools' }, { status: 409 })
          : { tool: exampleTool },
    },
  );
  (await eventually(() => buttonNamed('Pick All'))).click();
  (await eventually(() => buttonNamed('Add 2 Tools'))).click();
  await eventually(() => expect(text()).toContain('One tool was not added.'));
  expect(text()).toContain('There are 100 tools already.');
  expect(text()).toContain('No JSON.');
  expect(onDone).not.toHaveBeenCalled();
  await eventually(() => buttonNamed('Add 1 Tool'));
});

test('a changed tool of an MCP server says what changed, and is allowed as it is now by its hash', async () => {
  const [tool] = exampleMcpServer.tools;
  if (tool === undefined) throw new Error('The example has no tool.');
  const offered = { description: 'Finds and cancels.', inputSchema: tool.inputSchema, hash: 'f'.repeat(64) };
  const server = { ...exampleMcpServer, tools: [{ ...tool, state: 'changed' as const, offered }] };
  show(<ServerPageView id={server.id} listPath="/tools" onCreated={nothing} onDeleted={nothing} />, {
    'GET /api/tools/mcp': () => ({ servers: [server] }),
    [`PUT /api/tools/mcp/${server.id}`]: () => ({ server: { ...exampleMcpServer, revision: 2 } }),
  });
  await eventually(() => expect(text()).toContain('Its description is another one.'));
  buttonNamed('Allow as It Is Now').click();
  (await eventually(() => buttonNamed('Save Changes'))).click();
  await eventually(() => expect(sentTo(`PUT /api/tools/mcp/${server.id}`)).toHaveLength(1));
  const [request] = sentTo(`PUT /api/tools/mcp/${server.id}`);
  expect(saveMcpServerBody.safeParse(request?.body).success).toBe(true);
  expect(request?.body).toMatchObject({ tools: [{ name: 'find_order', hash: offered.hash, allowed: true }] });
});

test('what is typed in the form of an MCP server that somebody deletes is kept, and added as a new one', async () => {
  const onCreated = vi.fn();
  const added = { ...exampleMcpServer, id: '019a8b5e-6c00-7000-8000-0000000000aa' };
  let servers = [exampleMcpServer];
  show(
    <ServerPageView id={exampleMcpServer.id} listPath="/tools" onCreated={onCreated} onDeleted={nothing} />,
    {
      'GET /api/tools/mcp': () => ({ servers }),
      [`PUT /api/tools/mcp/${exampleMcpServer.id}`]: () =>
        Response.json(
          { error: 'There is no such MCP server.', code: 'mcp_server_not_found' },
          { status: 404 },
        ),
      'POST /api/tools/mcp': () => ({ server: added }),
      [`PUT /api/tools/mcp/${added.id}`]: () => ({ server: { ...added, revision: 2 } }),
    },
  );
  const name = () => controlLabelled<HTMLInputElement>('Name *');
  fill(await eventually(name), 'Orders of today');
  servers = [];
  (await eventually(() => buttonNamed('Save Changes'))).click();
  await eventually(() => expect(text()).toContain('Somebody has deleted this MCP server'));
  expect(name().value).toBe('Orders of today');
  (await eventually(() => buttonNamed('Add MCP Server'))).click();
  await eventually(() => expect(onCreated).toHaveBeenCalledWith(added.id));
  expect(sentTo('POST /api/tools/mcp')[0]?.body).toMatchObject({ name: 'Orders of today' });
  expect(sentTo(`PUT /api/tools/mcp/${added.id}`)[0]?.body).toMatchObject({
    tools: exampleMcpServer.tools.map((tool) => ({ name: tool.name, allowed: tool.allowed })),
  });
});
