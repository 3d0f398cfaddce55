import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

const document = readFileSync(join(root, 'docs/voice-session.md'), 'utf8');
const laws = [...document.matchAll(/\*\*(VS\d+)\*\*/g)].map(([, law = '']) => law);

/** The titles of the tests that stand under a heading which names the law. */
const titles = new Map<string, string[]>();
for (const { path, text } of readSourceFiles()) {
  if (!path.startsWith('apps/server/src/voice/') || !path.endsWith('.test.ts')) continue;
  let under: string[] = [];
  for (const [, kind, title = ''] of text.matchAll(
    /\b(describe|test)(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g,
  )) {
    const named = title.match(/VS\d+/g) ?? [];
    if (kind === 'describe') under = named;
    else for (const law of [...under, ...named]) titles.set(law, [...(titles.get(law) ?? []), title]);
  }
}

const forbids = (title: string) => /\bforbids\b/.test(title);

test('every law of the voice session has a situation that shows it', () => {
  expect(laws.length).toBeGreaterThan(20);
  expect(laws.filter((law) => !titles.get(law)?.some((title) => !forbids(title)))).toEqual([]);
});

test('every law of the voice session has a situation that it forbids', () => {
  expect(laws.filter((law) => !titles.get(law)?.some(forbids))).toEqual([]);
});
