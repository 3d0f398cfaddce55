import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the recordings part opens a long and a short one, and listens alone and beside calls', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'open a recording of 2 h to one of 20 s: p50',
    '2 listeners',
    'CPU of 2 calls with 2 listeners',
  ]);
  for (const { ratio, reach } of figures) {
    expect(ratio).toBeGreaterThanOrEqual(0);
    expect(reach).toBeDefined();
  }
});
