import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the tools part gives what tools add that are declared and not used', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures).toHaveLength(2);
  for (const { what, value } of figures) expect(Number.isFinite(value), what).toBe(true);
});
