import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('the search part gives a figure for every kind of search at a tiny size', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  for (const what of [
    'rare word: p95',
    'rare word with filters: p95',
    'rare word with days, direction and outcome: p95',
    'digits, tenth page: p95',
    'name with filters, tenth page: p95',
    'id with days, direction and outcome, tenth page: p95',
    'name: p95',
    'id: p95',
    'word of every call: p95',
    'two common words that rarely meet: p95',
    'rare phrase of common words: p95',
    'documents with their index',
    'place a call: p50',
    'processor time of a conversation with its document',
  ])
    expect(
      figures.map((figure) => figure.what),
      what,
    ).toContain(what);
  for (const { what, value } of figures) expect(Number.isFinite(value), what).toBe(true);
  // What was asked for is there: a search that finds nothing is fast, too.
  for (const what of [
    'rare word',
    'rare word with days, direction and outcome',
    'digits',
    'name',
    'name with days, direction and outcome, tenth page',
    'id',
    'word of every call',
    'common phrase',
    'rare reason',
  ])
    expect(figures.find((figure) => figure.what === `${what}: p95`)?.note, what).not.toMatch(/; 0\.0 calls/);
});
