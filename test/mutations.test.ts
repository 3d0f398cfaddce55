import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { targets } from '../scripts/lib/mutation-targets.mjs';
import { knownSurvivors, mutationsOf } from '../scripts/lib/mutations.mjs';
import { readSourceFiles } from './source-files.ts';

const root = new URL('../', import.meta.url);

test('every file that is mutated exists, and so do its tests', () => {
  const tests = readSourceFiles().flatMap(({ path }) => (path.endsWith('.test.ts') ? [path] : []));
  for (const target of targets) {
    expect(existsSync(new URL(target.file, root)), target.file).toBe(true);
    for (const name of target.tests)
      expect(
        tests.some((path) => path.startsWith(`apps/server/${name}`)),
        name,
      ).toBe(true);
  }
});

test('every row of docs/mutations.md names a line that exists', () => {
  const page = readFileSync(new URL('docs/mutations.md', root), 'utf8');
  const possible = new Set(
    targets.flatMap(({ file }) =>
      mutationsOf(readFileSync(new URL(file, root), 'utf8')).map(
        ({ name, source }) => `${file} ${name} ${source}`,
      ),
    ),
  );
  expect([...knownSurvivors(page)].filter((row) => !possible.has(row))).toEqual([]);
});

test.each([
  ["const shown = [\n  'status',\n  'reason',\n];\n", 'entry removed from a list', "'reason',"],
  ['  if (!agent) return null;\n', 'guard never applies', 'if (!agent) return null;'],
  ['  if (left < 0) throw new Error();\n', 'boundary moved', 'if (left < 0) throw new Error();'],
  ['`select 1 from calls where id = $1 and tenant_id = $2`', 'condition removed from SQL', undefined],
  ['.where(eq(calls.id, id))', 'column compared the other way', undefined],
])('%j: %s', (text, name, source) => {
  const found = mutationsOf(text).filter((mutation) => mutation.name === name);
  expect(found).not.toEqual([]);
  if (source) expect(found.map((mutation) => mutation.source)).toContain(source);
  for (const mutation of found) expect(mutation.text).not.toBe(text);
});

test('imports and comments are left alone', () => {
  expect(mutationsOf("import a from 'b';\n// if (a) return b === c;\n * a && b\n")).toEqual([]);
});
