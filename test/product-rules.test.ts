import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/product.md'), 'utf8');

interface Rule {
  id: string;
  tests: { file: string; title: string }[];
}

/** A row of a table that begins with a rule's number; the last cell names its tests. */
const rules: Rule[] = [...document.matchAll(/^\| (P\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', , cell = '']) => ({
    id,
    tests: cell.split('<br>').map((each) => {
      const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(each) ?? [];
      return { file, title };
    }),
  }),
);

/** Whether the file defines a test of exactly this title; one that is skipped does not count. */
function definesTest(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\btest|\\bit|\\))\\(\\s*(['"\`])${literal}\\1`).test(source);
}

/** A rule keeps its number, because tests name it: a new one gets the next, wherever its row stands. */
test('the rules are numbered without a gap', () => {
  expect(rules.length).toBeGreaterThan(100);
  const numbers = rules.map(({ id }) => Number(id.slice(1))).toSorted((one, other) => one - other);
  expect(numbers).toEqual(rules.map((_, index) => index + 1));
});

test('every rule names tests that exist', () => {
  const missing = rules.flatMap(({ id, tests }) =>
    tests
      .filter(({ file, title }) => {
        const path = join(root, file);
        return file === '' || !existsSync(path) || !definesTest(readFileSync(path, 'utf8'), title);
      })
      .map(({ file, title }) => `${id}: ${file} › ${title}`),
  );
  expect(missing).toEqual([]);
});

test('ten rules were broken on purpose, and the table says what was seen', () => {
  const broken = [...document.matchAll(/^\| broken (P\d+) \| (.+) \| (.+) \|$/gm)];
  expect(broken.length).toBeGreaterThanOrEqual(10);
  const known = new Set(rules.map(({ id }) => id));
  expect(broken.map(([, id = '']) => id).filter((id) => !known.has(id))).toEqual([]);
});

describe('a named test is found', () => {
  test.each([
    ["test('a title', () => {});", true],
    ['test("a title", () => {});', true],
    ['test(\n  `a title`, () => {});', true],
    ["test.each([1])('a title', () => {});", true],
    ["test.skip('a title', () => {});", false],
    ["test('a title that goes on', () => {});", false],
    ["// 'a title'", false],
  ])('in %j: %s', (source, found) => {
    expect(definesTest(source, 'a title')).toBe(found);
  });
});
