import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import { createContactSync } from './contact-sync.ts';

const [ada, ben] = ['+4930123456', '+4930999999'];
const listWith = (to: string) => ({ pages: [{ calls: [{ _id: 'a', to }] }], pageParams: [null] });

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  vi.useRealTimers();
  client.clear();
});

const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;

test('CT2: a changed name is fetched again on what shows the number, and nowhere else', () => {
  client.setQueryData(queryKeys.calls, listWith(ada));
  client.setQueryData(queryKeys.call('other'), { call: { to: ben } });
  client.setQueryData(queryKeys.contactList(''), { pages: [] });
  createContactSync(client).apply?.({ type: 'contact.changed', number: ada });
  expect(isStale(queryKeys.calls)).toBe(true);
  expect(isStale(queryKeys.call('other'))).toBe(false);
  expect(isStale(queryKeys.contactList(''))).toBe(true);
});

test('CT2: names of many numbers concern everything', () => {
  client.setQueryData(queryKeys.calls, listWith(ben));
  createContactSync(client).apply?.({ type: 'contact.changed', number: null });
  expect(isStale(queryKeys.calls)).toBe(true);
});

test('CT4: the changes of an import are taken together', () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const sync = createContactSync(client);
  for (let n = 0; n < 500; n += 1) sync.apply?.({ type: 'contact.changed', number: `+4930${100_000 + n}` });
  const atOnce = invalidate.mock.calls.length;
  vi.advanceTimersByTime(2_000);
  expect(invalidate.mock.calls.length).toBe(2 * atOnce);
  vi.advanceTimersByTime(10_000);
  expect(invalidate.mock.calls.length).toBe(2 * atOnce);
});

test('the page of a number follows its calls', () => {
  client.setQueryData(queryKeys.contact(ada), {});
  client.setQueryData(queryKeys.contact(ben), {});
  const followUp = { number: ada } as never;
  createContactSync(client).apply?.({ type: 'follow-up.changed', followUp });
  expect(isStale(queryKeys.contact(ada))).toBe(true);
  expect(isStale(queryKeys.contact(ben))).toBe(false);
});
