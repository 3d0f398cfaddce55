import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the knowledge part gives what a look-up adds, and finds what it asks for', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what.split(':')[0])).toEqual([
    'a turn with 200 entries',
    'the look-up itself',
    'the look-up itself',
  ]);
  for (const { what, value } of figures) expect(Number.isFinite(value), what).toBe(true);
});
