import { emptyHttpTool, type HttpToolConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { createHostGuard } from '../../lib/host-guard.ts';
import { assertHostAllowed, assertServerValid, assertToolValid, inputProblem } from './checks.ts';

const guard = createHostGuard({ loopback: false, hosts: ['practice.local'] });
const tool = (change: Partial<HttpToolConfig> = {}): HttpToolConfig => ({
  ...emptyHttpTool('find_times'),
  ...{ purpose: 'Finds free times.', address: 'https://calendar.example.com/free', ...change },
});

function refusalOf(act: () => void): Pick<AppError, 'code' | 'message' | 'details'> {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

const refusedTool = (change: Partial<HttpToolConfig>, variables: string[] = []) =>
  refusalOf(() => assertToolValid(tool(change), variables, guard));

test('TL10: a tool that can work is not refused, at hosts of the deployment without https either', () => {
  assertToolValid(tool(), [], guard);
  assertToolValid(tool({ address: 'http://practice.local:8080/free' }), [], guard);
  assertToolValid(tool({ address: 'https://calendar.example.com/{order}' }), ['order'], guard);
});

test('TL10: everything that is wrong is said at once, each with its place', () => {
  const { code, message, details } = refusedTool({ purpose: '', address: 'https://x.example.com/{a}' });
  expect({ code, message }).toMatchObject({
    code: 'tool_invalid',
    message: 'Say what the tool is for. The agent decides by it when to use it.',
  });
  expect(details).toMatchObject({ problems: [{ path: 'purpose' }, { path: 'address' }] });
});

test('TL10: a schema that nothing can be checked by is refused', () => {
  const { details } = refusedTool({
    inputs: { type: 'object', properties: { day: { $ref: 'https://elsewhere.example.com/day' } } },
  });
  expect(details).toMatchObject({
    problems: [{ path: 'inputs', sentence: expect.stringContaining('none that is') }],
  });
});

test.each([
  ['http://calendar.example.com/', /^Begin the address with https/],
  ['https://127.0.0.1/', /127\.0\.0\.1/],
  ['https://[::1]/', /::1/],
  ['https://10.0.0.1/{day}', /10\.0\.0\.1/],
])('TL4: %s is refused before anything is stored', (address, sentence) => {
  const inputs = { type: 'object', properties: { day: { type: 'string' } } };
  expect(refusedTool({ address, inputs })).toMatchObject({
    ...{ code: 'host_not_allowed', message: expect.stringMatching(sentence) },
  });
  expect(refusalOf(() => assertHostAllowed(guard, address)).code).toBe('host_not_allowed');
});

test('TL10: an MCP server has an address without placeholders, and headers that can be sent', () => {
  assertServerValid('https://orders.example.com/mcp', [], guard);
  const refused = (address: string, name = 'X-Key') =>
    refusalOf(() => assertServerValid(address, [{ name, value: { kind: 'text', text: 'x' } }], guard));
  expect(refused('https://orders.example.com/{x}').message).toMatch(/no placeholders/);
  expect(refused('https://orders.example.com/', 'Content-Length').details).toMatchObject({
    problems: [{ path: 'headers.0.name' }],
  });
  expect(refused('https://192.168.0.1/').code).toBe('host_not_allowed');
});

test('TL11: inputs are checked by the schema, and by nobody where it is not understood', () => {
  const schema = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
  expect(inputProblem(schema, { day: 'Monday' })).toBeNull();
  expect(inputProblem(schema, { day: 7 })).toMatch(/^These inputs do not fit: .*day/s);
  expect(inputProblem(schema, {})).not.toBeNull();
  expect(inputProblem({ type: 'object', not: { type: 'string' }, $ref: '#/nowhere' }, {})).toBeNull();
});
