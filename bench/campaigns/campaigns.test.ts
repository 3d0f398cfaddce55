import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the campaigns part sends a list, calls its people and looks at its page', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  expect(figures.map(({ what }) => what)).toEqual([
    'import of 50,000 rows',
    'a look at a campaign with a call, 50,000 people to 500: p50',
    'calls of a campaign of 50,000',
    'place a call by hand while it calls to alone: p50',
    'list of campaigns, with 50,000 rows: p50',
    'campaign, with 50,000 rows: p50',
    'progress, with 50,000 rows: p50',
    'first rows, with 50,000 rows: p50',
    'rows with a result that few have, with 50,000 rows: p50',
    'page opened while it calls, with 50,000 rows: p50',
    'resumed, as an open page shows it, with 50,000 rows: p50',
  ]);
  // On a busy machine nobody may have been called in so short a time.
  for (const { value, ratio, reach } of figures) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(ratio).toBeGreaterThanOrEqual(0);
    expect(reach).toBeDefined();
  }
});
