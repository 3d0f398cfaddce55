import { startingPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import { accountOf, paceWithin } from './account.ts';

const calls = (side: 'sandbox' | 'real', callsAtOnce: number | null, callsPerSecond: number | null) => ({
  side: () => side,
  accountLimits: async () => ({ callsAtOnce, callsPerSecond }),
});
const policy = { ...startingPolicy, atOnce: 10, perMinute: 100 };

test('CP8: the estimate is made with what the account leaves to campaigns', async () => {
  const two = await accountOf(calls('real', 2, 1), 'one', { side: null });
  expect(two).toEqual({ side: 'real', lines: 2, callsPerSecond: 1, isKnown: true });
  expect(paceWithin(policy, two)).toEqual({ atOnce: 1, perMinute: 60 });
  // As a new account, where nobody has said more of it.
  const unknown = await accountOf(calls('real', null, null), 'one', { side: null });
  expect(unknown).toEqual({ side: 'real', lines: 2, callsPerSecond: 1, isKnown: false });
  const large = await accountOf(calls('real', 40, 5), 'one', { side: null });
  expect(paceWithin(policy, large)).toEqual({ atOnce: 10, perMinute: 100 });
  // The sandbox has no limit; and a campaign belongs to the side on which it was started.
  for (const sandbox of [
    await accountOf(calls('sandbox', 2, 1), 'one', { side: null }),
    await accountOf(calls('real', 2, 1), 'one', { side: 'sandbox' }),
  ])
    expect(paceWithin(policy, sandbox)).toEqual({ atOnce: 10, perMinute: 100 });
});
