import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the inbox part gives a figure for every page at a tiny size', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  for (const what of [
    'first page of calls',
    'open follow-ups',
    'counts',
    'contacts',
    'suggestions',
    'page of a number',
    'import of 30 contacts',
  ])
    expect(figures.filter((figure) => figure.what.startsWith(what)).length, what).toBeGreaterThanOrEqual(2);
  for (const { what, value } of figures) expect(Number.isFinite(value), what).toBe(true);
});
