import { describe, expect, test } from 'vitest';
import { counted, quietSlices, slice } from './quiet.ts';
import { type Figure, reached, shown, table } from './report.ts';
import { percentile } from './statistics.ts';

const figure = (more: Partial<Figure> = {}): Figure => ({
  part: 'history',
  what: 'first page',
  value: 1.234,
  unit: 'ms',
  ...more,
});

describe('a figure', () => {
  test.each([
    [{ ratio: 1.2, reach: { at: 'most', ratio: 1.2 } }, true],
    [{ ratio: 1.21, reach: { at: 'most', ratio: 1.2 } }, false],
    [{ ratio: 0.5, reach: { at: 'least', ratio: 0.5 } }, true],
    [{ ratio: 0.49, reach: { at: 'least', ratio: 0.5 } }, false],
    [{ ratio: Number.NaN, reach: { at: 'most', ratio: 2 } }, false],
    [{ reach: { at: 'most', ratio: 2 } }, false],
    [{ ratio: 9 }, undefined],
  ] as const)('%j: %s', (more, met) => {
    expect(reached(figure(more))).toBe(met);
  });

  test('is a line of the table that says whether it gets where it should', () => {
    const text = table([figure({ limit: 2, ratio: 0.617, reach: { at: 'most', ratio: 0.5 } }), figure()]);
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toContain('1.23 ms');
    expect(text).toMatch(/0\.617 {2}≤ 0\.5 MISSED/);
  });

  test('is shown with digits that say something', () => {
    expect([0.01234, 12.345, 12_345.6, 40, Number.NaN].map(shown)).toEqual([
      '0.0123',
      '12.3',
      '12,346',
      '40',
      '–',
    ]);
  });
});

describe('quiet slices', () => {
  test('are the ones that count, with their share', () => {
    const slices = [true, true, false, true].map((quiet, value) => ({ quiet, value }));
    expect(counted(slices)).toEqual({ values: [0, 1, 3], quiet: 0.75, remark: '' });
  });

  test('where there is none all are counted, and it is said', () => {
    const { values, quiet, remark } = counted([{ quiet: false, value: 7 }]);
    expect({ values, quiet }).toEqual({ values: [7], quiet: 0 });
    expect(remark).not.toBe('');
  });

  test('are repeated until enough were quiet, and not for ever', async () => {
    expect((await slice(() => 5)).value).toBe(5);
    const slices = await quietSlices(3, 4, (index) => index);
    expect(slices.length).toBeGreaterThanOrEqual(3);
    expect(slices.length).toBeLessThanOrEqual(4);
  });
});

test('a percentile is one of the samples', () => {
  const samples = [5, 1, 4, 2, 3];
  expect([0.5, 0.99, 0.01].map((share) => percentile(samples, share))).toEqual([3, 5, 1]);
  expect(percentile([], 0.5)).toBeNaN();
});
