import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createDeliveryNotifier } from './delivery-notifier.ts';

test('WH10: pages are told of deliveries once a second at most, of each organization, and of the last one too', async () => {
  const clock = new ManualClock();
  const notified: string[] = [];
  const notifyPages = createDeliveryNotifier(
    {
      announce: async (tenantId) => {
        notified.push(tenantId);
        if (tenantId === 'broken') throw new Error('The database is away.');
      },
    },
    clock,
  );
  for (let n = 0; n < 300; n += 1) notifyPages('one');
  notifyPages('broken');
  expect(notified).toEqual([]);
  clock.advance(1_000);
  expect(notified).toEqual(['one', 'broken']);
  clock.advance(5_000);
  expect(notified).toHaveLength(2);
  notifyPages('one');
  notifyPages('broken');
  clock.advance(1_000);
  expect(notified).toEqual(['one', 'broken', 'one', 'broken']);
});
