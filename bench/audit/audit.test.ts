import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the audit part compares the call list with and without recording who read it', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'first page of calls, who read it recorded: throughput without to that with',
    'first page of calls, who read it recorded: CPU of the server',
    'first page of calls, who read it recorded: CPU of server and database',
  ]);
  for (const { value, limit, ratio } of figures)
    for (const figure of [value, limit, ratio]) expect(figure).toBeGreaterThanOrEqual(0);
  expect(figures[0]?.reach).toEqual({ at: 'most', ratio: 1.05 });
});
