import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

const glossary = 'docs/glossary.md';
/** Where a retired name may stand: history is not rewritten. */
const history = [glossary, 'docs/decisions/', 'apps/server/src/adapters/postgres/migrations/'];

/**
 * The coined names in the third column of the tables: what stands in backticks and is no ordinary word. Ordinary words
 * (`line`, `hear`) are retired in one sense only, which no search can tell.
 */
function retiredNames(page: string): string[] {
  const cells = [...page.matchAll(/^\|[^|\n]+\|[^|\n]+\|([^|\n]+)\|$/gm)].map(([, cell = '']) => cell);
  const quoted = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const parts = quoted.flatMap((name) => (name.includes('=') ? [] : name.replace(/\(.*$/, '').split(/[./]/)));
  return [...new Set(parts)].filter((name) => /^\w[\w-]*$/.test(name) && /[A-Z_-]/.test(name));
}

/** Lines with one of the names as a whole word: `path:line:text`. */
function uses(names: readonly string[]): string[] {
  const patterns = names.flatMap((name) => ['-e', name]);
  const elsewhere = [...history, 'package-lock.json'].map((path) => `:(exclude)${path}`);
  const args = ['grep', '--untracked', '-nIwF', ...patterns, '--', '.', ...elsewhere];
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

/** Ordinary words that nothing here needs in any sense, as whole words. */
const words = ['rig', 'rigs', 'deed', 'deeds', 'fate', 'stand-in', 'stand-ins', 'speed of life'];

const names = existsSync(join(root, glossary))
  ? retiredNames(readFileSync(join(root, glossary), 'utf8'))
  : [];

test('coined names are read from the third column of the glossary', () => {
  const page =
    '| concept | word | no longer |\n|---|---|---|\n| a | `newName` | `OldName.act`, `old-file.ts`, `tail`, plain |\n';
  expect(retiredNames(page)).toEqual(['OldName', 'old-file']);
  expect(names.length).toBeGreaterThan(10);
});

test('a retired name is used nowhere but in the glossary, decisions and migrations', () => {
  expect(uses(names)).toEqual([]);
});

test('a word that is retired in every sense is not used', () => {
  expect(uses(words).filter((line) => !line.startsWith('test/retired-words.test.ts'))).toEqual([]);
});

test('no file or folder bears a retired name', () => {
  const retired = new Set(names);
  const paths = listFiles([]).filter((path) => !history.some((folder) => path.startsWith(folder)));
  expect(
    paths.filter((path) => path.split('/').some((part) => retired.has(part.split('.')[0] ?? ''))),
  ).toEqual([]);
});
