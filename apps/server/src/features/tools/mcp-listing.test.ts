import { emptyConduct, type McpTool } from '@parley/contract';
import { expect, test } from 'vitest';
import type { ListedMcpTool } from '../../ports/mcp-directory.ts';
import { afterListing, afterLooking } from './mcp-listing.ts';

const listed = (name: string, hash = 'a', readOnly = true): ListedMcpTool => ({
  ...{ name, hash, readOnly, description: `What ${name} does (${hash}).`, inputSchema: { type: 'object' } },
});

const known = (name: string, change: Partial<McpTool> = {}): McpTool => ({
  ...{ name, hash: 'a', description: `What ${name} does (a).`, inputSchema: { type: 'object' } },
  ...{ allowed: true, state: 'same', offered: null, ...emptyConduct(), ...change },
});

/** What somebody decides who looked at the tool as it is shown. */
const decided = (name: string, hash: string, allowed: boolean) => ({
  ...{ name, hash, allowed, ...emptyConduct() },
});

test('TL7: what is listed for the first time is new, and none of it may be used', () => {
  const tools = afterListing([], [listed('find'), listed('book', 'b', false)]);
  expect(tools).toMatchObject([
    { name: 'find', allowed: false, state: 'new', changes: false, offered: null },
    { name: 'book', allowed: false, state: 'new', changes: true, hash: 'b' },
  ]);
});

test('TL7: a tool that differs keeps the description that somebody looked at, beside the one of now', () => {
  const [tool] = afterListing([known('find')], [listed('find', 'b')]);
  expect(tool).toMatchObject({ hash: 'a', allowed: true, state: 'changed', offered: { hash: 'b' } });
  // Its server takes the change back.
  expect(afterListing(tool ? [tool] : [], [listed('find')])).toEqual([known('find')]);
  // And changes it once more: only the latest is offered.
  expect(afterListing(tool ? [tool] : [], [listed('find', 'c')])).toMatchObject([{ offered: { hash: 'c' } }]);
});

test('TL7: a tool that nobody has looked at is shown as it is now, and forgotten when it is gone', () => {
  const fresh = known('find', { state: 'new', allowed: false });
  expect(afterListing([fresh], [listed('find', 'b')])).toMatchObject([{ state: 'new', hash: 'b' }]);
  expect(afterListing([fresh], [])).toEqual([]);
});

test('TL7: a tool that its server lists no more is gone, and the same again when it is back', () => {
  const gone = afterListing([known('find')], []);
  expect(gone).toEqual([known('find', { state: 'gone' })]);
  expect(afterListing(gone, [listed('find')])).toEqual([known('find')]);
});

test('TL7: who looks at a new tool decides about it; the others stay as they are', () => {
  const tools = [known('find', { state: 'new', allowed: false }), known('book', { state: 'new' })];
  const after = afterLooking(tools, [decided('find', 'a', true)]);
  expect(after).toMatchObject([{ allowed: true, state: 'same' }, tools[1]]);
});

test('TL7: a changed tool is accepted by the hash of its new description alone', () => {
  const offered = { hash: 'b', description: 'New.', inputSchema: { type: 'object', properties: {} } };
  const changed = known('find', { state: 'changed', offered });
  expect(afterLooking([changed], [decided('find', 'b', true)])).toEqual([
    known('find', { ...offered, state: 'same', offered: null }),
  ]);
  // Whoever has seen only the earlier one may forbid it, but has not looked at the new one.
  expect(afterLooking([changed], [decided('find', 'a', false)])).toEqual([
    known('find', { state: 'changed', offered, allowed: false }),
  ]);
});

test('TL7: a decision about a description, or a tool, that is there no more is none', () => {
  const tools = [known('find'), known('book')];
  expect(afterLooking(tools, [decided('book', 'z', true), decided('find', 'a', true)])).toBeNull();
  expect(afterLooking(tools, [decided('move', 'a', true)])).toBeNull();
});
