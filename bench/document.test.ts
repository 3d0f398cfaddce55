import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { page, withFigures } from './document.ts';
import { type Results, root } from './results.ts';

const results: Results = {
  commit: 'abc',
  machine: 'two cores',
  node: 'v26',
  date: '2026-01-02T03:04:05.000Z',
  figures: [
    {
      part: 'start',
      what: 'second start',
      value: 2,
      unit: 's',
      limit: 5,
      ratio: 0.4,
      reach: { at: 'most', ratio: 1 },
    },
    { part: 'web', what: 'list', value: 200, unit: 'kB', note: 'a note' },
  ],
};

test('the figures stand between their marks, and what stands around them stays', () => {
  const before = readFileSync(page, 'utf8');
  const once = withFigures(before, results);
  expect(once).toContain('Commit abc on two cores, Node v26, 2026-01-02 03:04 UTC.');
  expect(once).toContain('| start | second start | 0.4 | ≤ 1 | met |');
  expect(once).toContain('| list | 200 kB |  |  | a note |');
  expect(withFigures(once, results)).toBe(once);
  const outside = (text: string) => text.replace(/<!-- figures[\s\S]*<!-- end of figures -->/, '');
  expect(outside(once)).toBe(outside(before));
});

test('the page shows the record of the last whole run', () => {
  const record = join(root, 'bench/results.json');
  // Until a whole run was recorded there is nothing to show.
  if (!existsSync(record)) return;
  const text = readFileSync(page, 'utf8');
  expect(withFigures(text, JSON.parse(readFileSync(record, 'utf8')) as Results)).toBe(text);
});
