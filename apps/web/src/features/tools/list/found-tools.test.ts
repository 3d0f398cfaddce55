import { exampleMcpServer, exampleTool } from '@parley/contract';
import { expect, test } from 'vitest';
import { foundTools } from './found-tools.ts';

const times = { ...exampleTool, name: 'find_free_times', purpose: 'Looks up when somebody can come.' };
const book = { ...exampleTool, name: 'book', purpose: 'Books an appointment.' };

test.each([
  ['', ['find_free_times', 'book'], 1],
  ['free times', ['find_free_times'], 0],
  ['APPOINTMENT', ['book'], 0],
  ['appointment books', ['book'], 0],
  ['book times', [], 0],
  [exampleMcpServer.name, [], 1],
  [exampleMcpServer.tools[0]?.name ?? '', [], 1],
  ['nothing of this', [], 0],
])('"%s" finds tools by name and purpose, and servers by what they list', (search, names, servers) => {
  const found = foundTools([times, book], [exampleMcpServer], search);
  expect(found.tools.map(({ name }) => name)).toEqual(names);
  expect(found.servers).toHaveLength(servers);
});
