import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the reports part opens reports and counts calls', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'a report of 400 days: p95',
    'counting a call of the past, pauses included',
    'counting a call that has changed',
    'sums and what was counted, for each call',
  ]);
  for (const { value } of figures) expect(value).toBeGreaterThan(0);
  expect(figures[0]?.note).toContain('400 calls of 20 organizations');
  expect(figures[0]?.reach).toEqual({ at: 'most', ratio: 1 });
});
