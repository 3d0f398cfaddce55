import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the commands part ends calls through each of three servers, and says how long that takes', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'end a call through another server: p50',
    'end a call through any of three servers: p95',
    'end a call through any of three servers: slowest',
    'commands carried out by the server that holds the call',
  ]);
  for (const { what, value } of figures) expect(value, what).toBeGreaterThan(0);
  expect(figures.slice(1, 3).map(({ limit, reach }) => [limit, reach])).toEqual([
    [250, { at: 'most', ratio: 1 }],
    [250, { at: 'most', ratio: 1 }],
  ]);
  expect(figures[3]?.note).toBe('of 4');
});
