import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

const document = readFileSync(join(root, 'docs/voice-session.md'), 'utf8');
const rules = [...document.matchAll(/\*\*(VS\d+)\*\*/g)].map(([, rule = '']) => rule);

/** The titles of the tests under a heading that names the rule. */
const titles = new Map<string, string[]>();
for (const { path, text } of readSourceFiles()) {
  if (!path.startsWith('apps/server/src/voice/') || !path.endsWith('.test.ts')) continue;
  let under: string[] = [];
  for (const [, kind, title = ''] of text.matchAll(
    /\b(describe|test)(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g,
  )) {
    const named = title.match(/VS\d+/g) ?? [];
    if (kind === 'describe') under = named;
    else for (const rule of [...under, ...named]) titles.set(rule, [...(titles.get(rule) ?? []), title]);
  }
}

const forbids = (title: string) => /\bforbids\b/.test(title);

test('every rule of the voice session has a test that shows it', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((rule) => !titles.get(rule)?.some((title) => !forbids(title)))).toEqual([]);
});

test('every rule of the voice session has a test of what it forbids', () => {
  expect(rules.filter((rule) => !titles.get(rule)?.some(forbids))).toEqual([]);
});
