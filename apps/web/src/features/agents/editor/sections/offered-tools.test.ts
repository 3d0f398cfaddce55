import { exampleMcpServer, exampleTool } from '@parley/contract';
import { expect, test } from 'vitest';
import { offeredTools } from './offered-tools.ts';

const [order] = exampleMcpServer.tools;
if (order === undefined) throw new Error('The example has no tool.');
const server = {
  ...exampleMcpServer,
  tools: [
    order,
    { ...order, name: 'cancel_order', allowed: false },
    { ...order, name: 'send_order', state: 'changed' as const },
  ],
};

test('an agent chooses among the HTTP tools and what is allowed of MCP servers', () => {
  const offered = offeredTools([exampleTool], [server], []);
  expect(offered.map(({ name, server, why }) => [name, server, why])).toEqual([
    ['find_free_times', null, null],
    ['find_order', 'Orders', null],
  ]);
});

test('what was chosen and cannot be used stays in view, with the reason', () => {
  const use = [
    { server: server.id, name: 'send_order' },
    { server: server.id, name: 'cancel_order' },
    { id: '019a8b5e-6c00-7000-8000-000000000099', name: 'old_tool' },
  ];
  expect(
    offeredTools([], [server], use)
      .filter(({ why }) => why !== null)
      .map(({ name, why }) => [name, why]),
  ).toEqual([
    ['cancel_order', 'It is not allowed.'],
    ['send_order', 'Its server describes it otherwise now. It is refused until somebody has looked at it.'],
    ['old_tool', 'It is not there any more.'],
  ]);
});
