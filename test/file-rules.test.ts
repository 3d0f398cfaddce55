import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

const rules = [...readFileSync(join(root, 'docs/files.md'), 'utf8').matchAll(/\*\*(FS\d+)\.\*\*/g)].map(
  ([, rule = '']) => rule,
);

/** Rules that stand in the title of a test, or of a test of the contract that adapters pass. */
const cited = new Set(
  readSourceFiles()
    .filter(({ path }) => path.startsWith('apps/server/') && /\.test\.ts$|-contract\.ts$/.test(path))
    .flatMap(({ text }) => text.match(/['"`](?:FS\d+(?:, )?)+:/g) ?? [])
    .flatMap((start) => start.match(/FS\d+/g) ?? []),
);

test('every rule of files has a test that shows it, and no test cites another', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
});
