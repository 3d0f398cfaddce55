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

const call = (tenantId: string, callId: string): CallKey => ({ tenantId, callId });

test('costs of one organization are stored one after the other, those of another do not wait', async () => {
  const { begun, settle, calls } = slowCosts();
  const first = settle(call('one', 'a'));
  const second = settle(call('one', 'b'));
  const other = settle(call('two', 'c'));
  await expect.poll(calls).toEqual(['a', 'c']);
  begun[0]?.stored.resolve(null);
  await first;
  await expect.poll(calls).toEqual(['a', 'c', 'b']);
  for (const { stored } of begun) stored.resolve(null);
  await Promise.all([second, other]);
});

test('a cost that could not be stored fails for its own call, and the next one is stored', async () => {
  const { begun, settle, calls } = slowCosts();
  const first = settle(call('one', 'a'));
  const second = settle(call('one', 'b'));
  await expect.poll(calls).toEqual(['a']);
  begun[0]?.stored.reject(new Error('The database is gone.'));
  await expect(first).rejects.toThrow('The database is gone.');
  await expect.poll(calls).toEqual(['a', 'b']);
  begun[1]?.stored.resolve(null);
  await second;
});
