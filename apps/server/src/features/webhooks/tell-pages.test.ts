import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createTellPages } from './tell-pages.ts';

test('WH10: pages are told of deliveries once a second at most, of each organization, and of the last one too', async () => {
  const clock = new ManualClock();
  const told: string[] = [];
  const tellPages = createTellPages(
    {
      announce: async (tenantId) => {
        told.push(tenantId);
        if (tenantId === 'broken') throw new Error('The database is away.');
      },
    },
    clock,
  );
  for (let n = 0; n < 300; n += 1) tellPages('one');
  tellPages('broken');
  expect(told).toEqual([]);
  clock.advance(1_000);
  expect(told).toEqual(['one', 'broken']);
  clock.advance(5_000);
  expect(told).toHaveLength(2);
  tellPages('one');
  tellPages('broken');
  clock.advance(1_000);
  expect(told).toEqual(['one', 'broken', 'one', 'broken']);
});
