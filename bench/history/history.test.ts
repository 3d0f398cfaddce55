import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the history part gives a figure for every question at a tiny size', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  for (const what of ['first page', 'last page', 'detail', 'live event', 'delete', 'place a call']) {
    const found = figures.filter((figure) => figure.what.startsWith(what));
    expect(found.length, what).toBeGreaterThanOrEqual(3);
    for (const { what: name, value } of found) expect(value, name).toBeGreaterThanOrEqual(0);
  }
  expect(figures.filter(({ what }) => what.startsWith('metrics, 200 calls and 200 live'))).toHaveLength(2);
  expect(figures.filter(({ what }) => what.startsWith('agents, 5 with 2 versions each'))).toHaveLength(2);
  expect(
    figures.filter(({ what }) => what.startsWith('first page while old calls are deleted')),
  ).toHaveLength(2);
  // There is one size, which is not compared with itself.
  expect(figures.filter(({ what }) => what.includes('÷'))).toEqual([]);
  // Lists are compared with the limit server.
  expect(figures.filter(({ limit, reach }) => limit !== undefined && reach !== undefined)).not.toEqual([]);
});
