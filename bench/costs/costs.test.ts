import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the costs part compares placing calls with and without a spending limit', async () => {
  const [figure, ...others] = await measure({ smoke: true, log: () => {} });
  expect(others).toEqual([]);
  expect(figure?.what).toBe('place a call with a spending limit to without: p50');
  for (const value of [figure?.value, figure?.limit, figure?.ratio]) expect(value).toBeGreaterThan(0);
  expect(figure?.reach).toEqual({ at: 'most', ratio: 1.05 });
});
