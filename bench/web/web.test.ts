import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the web part gives bytes, times and frames of a short list', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  for (const what of [
    'landing page: files',
    'call list: files',
    'cold load',
    'click to',
    'list of 80 rows: frame',
  ]) {
    const found = figures.filter((figure) => figure.what.startsWith(what));
    expect(found, what).not.toEqual([]);
    for (const { what: name, value } of found) expect(value, name).toBeGreaterThanOrEqual(0);
  }
});
