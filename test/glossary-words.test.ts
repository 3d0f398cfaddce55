import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

/** Each row as concept, word, and what is no longer said. */
const rows = [
  ...readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm),
]
  .map(([, concept = '', word = '', retired = '']) => ({ concept, word, retired }))
  .filter(({ concept }) => concept !== 'concept');

const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('every name that the glossary gives for a concept is in use', () => {
  expect(rows.length).toBeGreaterThan(50);
  const inUse = new Set(readSourceFiles().flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const isName = (name: string) => /^\w+$/.test(name);
  const wanted = rows.flatMap(({ word }) => names(word)).filter(isName);
  expect(wanted.filter((name) => !inUse.has(name))).toEqual([]);
});

test('no concept has two rows', () => {
  const concepts = rows.map(({ concept }) => concept);
  expect(concepts.filter((concept, index) => concepts.indexOf(concept) !== index)).toEqual([]);
});

test('no code name stands for two concepts', () => {
  const all = rows.flatMap(({ word }) => [...new Set(names(word))]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

test('no name is both in use and retired', () => {
  const inUse = new Set(rows.flatMap(({ word }) => names(word)));
  expect(rows.flatMap(({ retired }) => names(retired)).filter((name) => inUse.has(name))).toEqual([]);
});
