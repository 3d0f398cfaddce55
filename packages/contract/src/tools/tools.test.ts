import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import type { Route } from '../route.ts';
import { checkHttpTool } from './check-http-tool.ts';
import { exampleToolCall, exampleToolConfig, toolExamples } from './examples.ts';
import { type HttpToolConfig, httpToolConfig } from './http-tool.ts';
import { toolRoutes } from './routes.ts';
import { toolCall } from './tool-call.ts';
import { modelToolName, toolTitle } from './tool-name.ts';

const table = Object.entries(toolRoutes) as [keyof typeof toolRoutes, Route][];

test.each(table)('the example of %s matches the schemas of the route', (name, route) => {
  const { body, response } = toolExamples[name];
  expect(safeParse(route.response, response).error).toBeUndefined();
  if (route.body) expect(safeParse(route.body, body).error).toBeUndefined();
});

test('the example of a tool call matches its schema', () => {
  expect(safeParse(toolCall, exampleToolCall).error).toBeUndefined();
});

describe('a name of a tool', () => {
  test.each(['Book', '2nd', 'book-time', 'end_call', 'send_text', 'a'.repeat(65), ''])(
    '%j is refused',
    (name) => {
      expect(safeParse(httpToolConfig, { ...exampleToolConfig, name }).success).toBe(false);
    },
  );

  test('of an MCP server becomes one that every model accepts', () => {
    expect(modelToolName('orders/find.one')).toBe('orders_find_one');
    expect(modelToolName('end_call')).toBe('end_call_2');
  });

  test('in words stands in the transcript where nobody wrote a title', () => {
    expect(toolTitle({ title: ' ', name: 'find_free_times' })).toBe('Find free times');
    expect(toolTitle({ title: 'Looked up free times', name: 'a' })).toBe('Looked up free times');
  });
});

describe('a tool', () => {
  const problems = (change: Partial<HttpToolConfig>, variables: string[] = []) =>
    checkHttpTool({ ...exampleToolConfig, ...change }, variables).map(({ path }) => path);

  test('as it should be has no problem', () => {
    expect(problems({})).toEqual([]);
  });

  test.each([
    ['', 'empty'],
    ['calendar.example.com/free', 'without a scheme'],
    ['ftp://calendar.example.com/', 'of another scheme'],
    ['https://{day}.example.com/', 'with a placeholder in the host'],
    ['https://calendar.example.com:{day}/', 'with a placeholder in the port'],
    ['https://desk:word@calendar.example.com/', 'with a password'],
    ['https://calendar.example.com/#{day}', 'with a fragment'],
    ['https://calendar.example.com/{da y}', 'with a space'],
    ['https://calendar.example.com/\\evil', 'with a backslash'],
    ['https://calendar.example.com/{day', 'with half a placeholder'],
    ['https://calendar.example.com/{patient}', 'with a placeholder that nothing fills'],
    ['https:///free', 'without a host'],
  ])('with the address %j (%s) is refused', (address) => {
    expect(problems({ address })).toEqual(['address']);
  });

  test('may use what another tool answered', () => {
    expect(problems({ address: 'https://calendar.example.com/{slot}' }, ['slot'])).toEqual([]);
  });

  test.each(['Host', 'content-length', 'Idempotency-Key', 'Transfer-Encoding', 'two words', ''])(
    'cannot set the header %j',
    (name) => {
      expect(problems({ headers: [{ name, value: { kind: 'text', text: 'a' } }] })).toEqual([
        'headers.0.name',
      ]);
    },
  );

  test('cannot begin another header within one', () => {
    const value = { kind: 'text', text: 'a\r\nHost: evil' } as const;
    expect(problems({ headers: [{ name: 'X-A', value }] })).toEqual(['headers.0.value']);
  });

  test('has no constant with the name of an input', () => {
    const constants = [
      { name: 'practice', value: 'gs-dental' },
      { name: 'day', value: 'today' },
    ];
    expect(problems({ constants })).toEqual(['constants.1.name']);
  });

  test.each<[string, HttpToolConfig['inputs']]>([
    ['no object', { type: 'array' }],
    ['properties that are none', { type: 'object', properties: [] }],
    [
      '31 inputs',
      { type: 'object', properties: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`a${n}`, {}])) },
    ],
    ['a name that no placeholder can have', { type: 'object', properties: { 'a b': {} } }],
    ['a long description', { type: 'object', properties: { day: { description: 'a'.repeat(16_000) } } }],
    ['endless nesting', { type: 'object', properties: { day: nested(20) } }],
  ])('with inputs of %s is refused', (_, inputs) => {
    expect(problems({ inputs, address: 'https://calendar.example.com/' })).toEqual(['inputs']);
  });
});

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? {} : { type: 'object', properties: { a: nested(depth - 1) } };
}
