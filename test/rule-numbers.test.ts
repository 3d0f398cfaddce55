import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

/** The pages that state rules, each with its number in bold. */
const pages = [
  ['CL', 'docs/call-lifecycle.md'],
  ['PM', 'docs/permissions.md'],
  ['VS', 'docs/voice-session.md'],
  ['SP', 'docs/speech.md'],
  ['OB', 'docs/outbox.md'],
  ['SJ', 'docs/scheduled-jobs.md'],
  ['FS', 'docs/files.md'],
  ['SR', 'docs/secrets.md'],
  ['V', 'docs/secrets.md'],
  ['PD', 'docs/privacy.md'],
  ['OR', 'docs/organization.md'],
  ['AG', 'docs/agents.md'],
  ['KN', 'docs/knowledge.md'],
] as const;

test.each(pages)('the rules %s… in %s are numbered without gaps or duplicates', (prefix, page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const numbers = [...text.matchAll(new RegExp(`\\*\\*${prefix}(\\d+)[.*]`, 'g'))].map(([, n]) => Number(n));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
});
