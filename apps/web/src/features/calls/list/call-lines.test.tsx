// @vitest-environment happy-dom
import { callsResponse, examples } from '@parley/contract';
import { afterEach, expect, test } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../../testing/render.tsx';
import { parseCallsPage } from '../../../lib/parsing/calls.ts';
import { CallLines } from './call-lines.tsx';

const example = callsResponse.parse(examples.listCalls.response).calls[0];
const idOf = (at: number) => `019a8b5e-6c00-7000-8000-00000000000${at}`;
const page = (ids: readonly number[], hasMore: boolean) => ({
  calls: ids.map((at) => ({ ...example, _id: idOf(at) })),
  hasMore,
  nextCursor: hasMore ? idOf(ids.at(-1) ?? 0) : null,
});

let shown: Rendered;
afterEach(() => shown.unmount());

const listed = () => [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'));
const button = () => document.querySelector('button')?.textContent ?? null;
const path = '/api/contacts/numbers/%2B15005550010/calls';

test('every call of a number can be reached, also when one came in meanwhile', async () => {
  const calls = parseCallsPage(page([9, 8], true))?.calls ?? [];
  shown = render(<CallLines number="+15005550010" calls={calls} pathOf={(id) => id} more />, {
    [`GET ${path}?limit=100`]: () => page([8, 7, 6], true),
    [`GET ${path}?limit=100&afterId=${idOf(6)}`]: () => page([5], false),
  });
  await eventually(() => expect(listed()).toEqual([9, 8].map(idOf).map((id) => `/${id}`)));
  buttonNamed('Show Earlier Calls').click();
  await eventually(() => expect(listed()).toHaveLength(4));
  await eventually(() => expect(button()).toBe('Show Earlier Calls'));
  buttonNamed('Show Earlier Calls').click();
  await eventually(() => expect(listed()).toEqual([9, 8, 7, 6, 5].map(idOf).map((id) => `/${id}`)));
  await eventually(() => expect(button()).toBeNull());
});

test('a failure is said, and can be repeated', async () => {
  const calls = parseCallsPage(page([9], true))?.calls ?? [];
  let failing = true;
  shown = render(<CallLines number="+15005550010" calls={calls} pathOf={(id) => id} more />, {
    [`GET ${path}?limit=100`]: () =>
      failing
        ? Response.json({ error: 'No.', code: 'invalid_request' }, { status: 400 })
        : page([9, 8], false),
  });
  await eventually(() => expect(button()).toBe('Show Earlier Calls'));
  buttonNamed('Show Earlier Calls').click();
  await eventually(() => expect(button()).toBe('Retry'));
  failing = false;
  buttonNamed('Retry').click();
  await eventually(() => expect(listed()).toHaveLength(2));
  expect(button()).toBeNull();
});
