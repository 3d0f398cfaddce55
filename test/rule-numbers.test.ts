import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

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
  ['CN', 'docs/connections.md'],
  ['FU', 'docs/follow-ups.md'],
  ['CT', 'docs/contacts.md'],
  ['CP', 'docs/campaigns.md'],
  ['OC', 'docs/outcomes.md'],
  ['TL', 'docs/tools.md'],
  ['TX', 'docs/text-messages.md'],
  ['SI', 'docs/sign-in.md'],
  ['CV', 'docs/search.md'],
  ['EX', 'docs/export.md'],
  ['SE', 'docs/search.md'],
  ['RE', 'docs/reports.md'],
  ['RC', 'docs/recordings.md'],
  ['MT', 'docs/metrics.md'],
  ['MC', 'docs/mcp.md'],
  ['WH', 'docs/webhooks.md'],
] as const;

test.each(pages)('the rules %s… in %s are numbered without gaps or duplicates', (prefix, page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const numbers = [...text.matchAll(new RegExp(`\\*\\*${prefix}(\\d+)[.*]`, 'g'))].map(([, n]) => Number(n));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
});

/** The rules that stand in a string of a test, which is its title; `AG1–AG3` are three. */
function citedRules(): ReadonlySet<string> {
  const cited = new Set<string>();
  const prefixes = pages.map(([prefix]) => prefix).join('|');
  const rule = new RegExp(`\\b(${prefixes})(\\d+)(?:–(?:\\1)?(\\d+))?\\b`, 'g');
  for (const { path, text } of readSourceFiles()) {
    if (!/\.(?:test|spec)\.tsx?$|-contract\.ts$/.test(path) || path.startsWith('test/')) continue;
    for (const line of text.split('\n')) {
      if (/^\s*(?:\*|\/)/.test(line) || !/['"`]/.test(line)) continue;
      for (const [, prefix = '', from = '', to = from] of line.matchAll(rule))
        for (let number = Number(from); number <= Number(to); number += 1) cited.add(`${prefix}${number}`);
    }
  }
  return cited;
}

const cited = citedRules();

test.each(pages)('every rule %s… in %s is cited by a test', (prefix, page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const rules = [...text.matchAll(new RegExp(`\\*\\*(${prefix}\\d+)[.*]`, 'g'))].map(([, rule = '']) => rule);
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});
