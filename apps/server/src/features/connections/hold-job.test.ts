import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createEndHolds, holdMs } from './hold-job.ts';

test('CN7: secrets go a quarter of an hour after the end, and not while a call uses them', async () => {
  const clock = new ManualClock();
  const ended = clock.now().getTime();
  const inUse = new Set(['busy']);
  const kept = new Set(['idle', 'busy']);
  const lines: object[] = [];
  const job = createEndHolds(
    {
      heldUntil: async (before) =>
        before.getTime() > ended ? [...kept].map((id) => ({ tenantId: 'clinic', id })) : [],
      removeSecrets: async (_tenantId, id) => !inUse.has(id) && kept.delete(id),
    },
    clock,
    { debug() {}, info: (fields: object) => void lines.push(fields), warn() {}, error() {} },
  );
  clock.advance(holdMs);
  await job();
  expect([...kept]).toEqual(['idle', 'busy']);
  clock.advance(1);
  await job();
  expect([...kept]).toEqual(['busy']);
  inUse.clear();
  await job();
  expect([...kept]).toEqual([]);
  expect(lines).toEqual([
    { tenantId: 'clinic', connectionId: 'idle' },
    { tenantId: 'clinic', connectionId: 'busy' },
  ]);
});
