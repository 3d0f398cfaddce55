// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => localStorage.clear());

/** A tab of its own: modules are loaded anew, the storage is shared. */
const tab = async () => {
  vi.resetModules();
  return import('./activity.ts');
};

test('SI15: what is done in one tab counts in all of them', async () => {
  const [one, other] = [await tab(), await tab()];
  const now = Date.now() + 600_000;
  expect(one.idleSeconds(now)).toBeGreaterThanOrEqual(599);
  other.noteActivity(now - 3_000);
  expect(one.idleSeconds(now)).toBe(3);
});

test('a clock that was set back does not keep a session for ever', async () => {
  const one = await tab();
  localStorage.setItem('parley-active-at', String(Date.now() + 86_400_000));
  expect(one.idleSeconds()).toBe(0);
  expect(one.lastActiveAt()).toBeLessThanOrEqual(Date.now());
});

test('what stands in the storage and is no time counts as nothing', async () => {
  localStorage.setItem('parley-active-at', 'x');
  const one = await tab();
  expect(one.idleSeconds(Date.now() + 5_000)).toBeGreaterThanOrEqual(4);
});
