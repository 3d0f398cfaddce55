import { emptyAgentConfig, emptyConduct, emptyHttpTool, type McpTool, type ToolRef } from '@parley/contract';
import { expect, test } from 'vitest';
import { publishProblems } from './publish-problems.ts';

const tool = '019a8b5e-6c00-7000-8000-000000000040';
const server = '019a8b5e-6c00-7000-8000-000000000041';
const other = '019a8b5e-6c00-7000-8000-000000000042';

const mcpTool = (name: string, change: Partial<McpTool> = {}): McpTool => ({
  ...{ name, description: '', inputSchema: {}, hash: 'a', allowed: true, state: 'same', offered: null },
  ...emptyConduct(),
  ...change,
});

let reads = 0;
const problems = publishProblems(
  {
    configs: async (tenantId, ids) => {
      reads += 1;
      const found = tenantId === 'one' && ids.includes(tool);
      return new Map(found ? [[tool, emptyHttpTool('find_order')]] : []);
    },
  },
  {
    many: async (_, ids) => {
      const tools = [
        mcpTool('find/order'),
        mcpTool('find_order'),
        mcpTool('not_allowed', { allowed: false }),
        mcpTool('changed', { state: 'changed' }),
        mcpTool('gone', { state: 'gone' }),
      ];
      const place = { name: 'Orders', address: '', config: { schema: 1 as const, headers: [], tools } };
      return new Map(ids.includes(server) ? [[server, place]] : []);
    },
  },
);

async function codesOf(use: ToolRef[], tenantId = 'one') {
  const config = { ...emptyAgentConfig('Reception'), tools: { use, texts: [] } };
  config.identity.persona = 'You answer the phone.';
  return (await problems(tenantId, 'reception', config)).map(({ path, code }) => `${path} ${code}`);
}

test('TL9: an agent with tools that are there and allowed can be published', async () => {
  expect(await codesOf([{ id: tool }, { server, name: 'find/order' }])).toEqual([
    // Both are find_order to a model.
    'tools.use.1 tool_name_repeated',
  ]);
  expect(await codesOf([{ id: tool }])).toEqual([]);
  expect(await codesOf([{ server, name: 'find/order' }])).toEqual([]);
});

test.each<[string, ToolRef]>([
  ['tool_unknown', { id: other }],
  ['tool_unknown', { server: other, name: 'find_order' }],
  ['tool_unknown', { server, name: 'unheard_of' }],
  ['tool_not_allowed', { server, name: 'not_allowed' }],
  ['tool_not_allowed', { server, name: 'changed' }],
  ['tool_not_allowed', { server, name: 'gone' }],
])('TL9: %s for %j', async (code, ref) => {
  expect(await codesOf([ref])).toEqual([`tools.use.0 ${code}`]);
});

test('TL9: a tool of another organization does not exist', async () => {
  expect(await codesOf([{ id: tool }], 'two')).toEqual(['tools.use.0 tool_unknown']);
});

test('an agent without tools reads none', async () => {
  reads = 0;
  await codesOf([]);
  expect(reads).toBe(0);
});
