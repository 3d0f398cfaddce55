import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the recordings part opens a long and a short one, and listens alone and beside calls', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'open a recording of 2 h to one of 20 s: p50',
    '2 listeners',
    '2 listeners who fetch 64 KiB at a time',
    'CPU of 2 calls with 2 listeners',
  ]);
  const judged = figures.filter(({ reach }) => reach !== undefined);
  expect(judged).toHaveLength(3);
  for (const { ratio } of judged) expect(ratio).toBeGreaterThanOrEqual(0);
});
