import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** Tables of facts: long because there are many of them, not because the code does much. Each with its reason. */
const tables: Readonly<Record<string, string>> = {};

const most = 350;
const files = readSourceFiles(['*.ts', '*.tsx', '*.mjs']);
const sizes = files
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .toSorted((a, b) => a.lines - b.lines);
const atShare = (share: number) => sizes[Math.ceil(sizes.length * share) - 1]?.lines ?? Number.NaN;

test('half of all source files have at most 80 lines, nine of ten at most 200', () => {
  expect(sizes.length).toBeGreaterThan(1_000);
  expect(atShare(0.5)).toBeLessThanOrEqual(80);
  expect(atShare(0.9)).toBeLessThanOrEqual(200);
});

test(`no source file has more than ${most} lines, tables of facts excepted`, () => {
  const long = sizes.filter(({ path, lines }) => lines > most && !Object.hasOwn(tables, path));
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});

test('every exception is a file that exists and needs it', () => {
  const needed = sizes.filter(({ lines }) => lines > most).map(({ path }) => path);
  expect(Object.keys(tables).filter((path) => !needed.includes(path))).toEqual([]);
});
