import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

/** Where rules are stated: their number in bold, at the beginning. */
const pages = [
  ['CL', 'docs/call-lifecycle.md'],
  ['VS', 'docs/voice-session.md'],
] as const;

test.each(pages)('no two rules share the number %s… in %s, and none is left out', (prefix, page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const numbers = [...text.matchAll(new RegExp(`\\*\\*${prefix}(\\d+)[.*]`, 'g'))].map(([, n]) => Number(n));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
});
