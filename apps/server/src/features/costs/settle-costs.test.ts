import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import { createSettleCost } from './settle-costs.ts';

/** Costs that are stored when the test says so. */
function slowCosts() {
  const begun: { readonly callId: string; readonly stored: PromiseWithResolvers<null> }[] = [];
  const settle = createSettleCost({
    costs: {
      settle: ({ callId }) => {
        const stored = Promise.withResolvers<null>();
        begun.push({ callId, stored });
        return stored.promise;
      },
    },
    followUps: { add: async () => [] },
    clock: new ManualClock('2026-10-13T16:00:00Z'),
  });
  return { begun, settle, calls: () => begun.map(({ callId }) => callId) };
}

const call = (callId: string): CallKey => ({ tenantId: 'one', callId });

test('three costs are stored at a time, and one that fails leaves its place to the next', async () => {
  const { begun, settle, calls } = slowCosts();
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => settle(call(id)));
  await expect.poll(calls).toEqual(['a', 'b', 'c']);
  begun[1]?.stored.resolve(null);
  await all[1];
  await expect.poll(calls).toEqual(['a', 'b', 'c', 'd']);
  begun[0]?.stored.reject(new Error('The database is gone.'));
  await expect(all[0]).rejects.toThrow('The database is gone.');
  await expect.poll(calls).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const { stored } of begun) stored.resolve(null);
  await Promise.all(all.slice(2));
});
