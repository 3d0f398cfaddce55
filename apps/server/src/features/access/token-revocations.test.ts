import { expect, onTestFinished, test, vi } from 'vitest';
import type { AccessChange, AccessFeed, TokenAccess } from '../../ports/access-changes.ts';
import { KnownRevocations } from './token-revocations.ts';

const token = (changes: Partial<TokenAccess> = {}): TokenAccess => ({
  ...{ subject: 'kit', sessionId: 'desk', accessVersion: 1 },
  ...changes,
});

async function start(recent: AccessChange[] | Error = []) {
  let now = 0;
  let listener: Parameters<AccessFeed['listen']>[0] | null = null;
  const answer = { recent };
  const feed: AccessFeed = {
    listen: async (given) => {
      listener = given;
      return { close: async () => {} };
    },
    recent: async () => {
      if (answer.recent instanceof Error) throw answer.recent;
      return answer.recent;
    },
  };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const known = new KnownRevocations(feed, log, () => now);
  await known.start();
  return {
    ...{ known, log, answer },
    change: (change: AccessChange) => listener?.onChange(change),
    gap: async () => {
      listener?.onGap();
      await new Promise((resolve) => setImmediate(resolve));
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('PE20: a token of an earlier version is void, one of the same or a later version is not', async () => {
  const { known, change } = await start();
  change({ userId: 'kit', version: 2 });
  const voids = [1, 2, 3, null].map((accessVersion) => known.isVoid(token({ accessVersion })));
  expect(voids).toEqual([true, false, false, false]);
  expect(known.isVoid(token({ subject: 'jo' }))).toBe(false);
});

test('PE20: notices in another order do not bring an earlier version back', async () => {
  const { known, change } = await start();
  change({ userId: 'kit', version: 3 });
  change({ userId: 'kit', version: 2 });
  expect(known.isVoid(token({ accessVersion: 2 }))).toBe(true);
});

test('PE20: a session that has ended voids its own tokens and no others', async () => {
  const { known, change } = await start();
  change({ sessionId: 'desk' });
  expect(known.isVoid(token())).toBe(true);
  expect(known.isVoid(token({ sessionId: 'phone' }))).toBe(false);
});

test('PE20: whoever watches is told once the token is void, also when it was before they began', async () => {
  const { known, change } = await start();
  const [mine, theirs, stopped, late] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  known.watch(token(), mine);
  known.watch(token({ subject: 'jo', sessionId: 'else' }), theirs);
  known.watch(token(), stopped)();
  change({ userId: 'kit', version: 2 });
  known.watch(token(), late);
  await Promise.resolve();
  expect([mine, theirs, stopped, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 1]);
});

test('PE20: a notice counts as it arrives: nothing waits for a timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { known, change } = await start();
  const onVoid = vi.fn();
  known.watch(token(), onVoid);
  change({ userId: 'kit', version: 2 });
  expect([known.isVoid(token()), onVoid.mock.calls.length, vi.getTimerCount()]).toEqual([true, 1, 0]);
});

test('PE21: changes before the start and during a gap are read; a failure to read them is logged', async () => {
  const { known, answer, gap, log } = await start([{ sessionId: 'desk' }]);
  expect(known.isVoid(token())).toBe(true);
  answer.recent = [{ userId: 'jo', version: 5 }];
  await gap();
  expect(known.isVoid(token({ subject: 'jo', sessionId: null }))).toBe(true);
  answer.recent = new Error('away');
  await gap();
  expect(log.warn).toHaveBeenCalledOnce();
});

test('what every token in use knows by now is forgotten', async () => {
  const { known, change, pass } = await start();
  change({ userId: 'kit', version: 2 });
  change({ sessionId: 'desk' });
  pass(6 * 60_000);
  change({ userId: 'jo', version: 1 });
  expect(known.isVoid(token())).toBe(false);
});
