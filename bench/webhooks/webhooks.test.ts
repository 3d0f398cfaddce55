import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the webhooks part gives how many events arrive, how late, and what a slow endpoint does to the others', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'events to twenty endpoints: arrived',
    'events to twenty endpoints: delay p50',
    'delay of the other nineteen with a slow endpoint: p99',
  ]);
  for (const { what, value } of figures) expect(Number.isFinite(value), what).toBe(true);
  expect(figures[2]?.reach).toEqual({ at: 'most', ratio: 1.2 });
});
