import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

const page = readFileSync(join(root, 'docs/how-to.md'), 'utf8');
const chapters = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    /** Numbered, each with the files and folders that it names by their whole path. */
    steps: [...text.matchAll(/^\d+\. (?:.+\n?)(?: {3,}.+\n?)*/gm)].map(([step]) => ({
      step,
      paths: [...step.matchAll(/`((?:apps|packages|e2e|docs)\/[^`]+)`/g)].map(([, path = '']) => path),
    })),
  }));

test('there is a list for each of the usual changes', () => {
  expect(chapters.map(({ title }) => title)).toEqual([
    'Add a column',
    'Add a table',
    'Add a route',
    'Add a setting of the organization',
    'Add a screen',
    'Add a job',
    'Add an outbox event',
    'Add a kind of file',
    'Add a command for live calls',
    'Add a tool',
    'Add a carrier',
    'Add a language',
  ]);
});

describe.each(chapters)('$title', ({ steps }) => {
  test('is numbered, and each step begins with a file or folder', () => {
    expect(steps.length).toBeGreaterThan(3);
    const numbers = steps.map(({ step }) => Number.parseInt(step, 10));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(steps.filter(({ step }) => !/^\d+\. `(?:apps|packages|e2e|docs)\//.test(step))).toEqual([]);
  });

  test('names only what exists', () => {
    const paths = steps.flatMap((each) => each.paths);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('every name of the code that is mentioned exists', () => {
  const known = new Set(readSourceFiles().flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const mentioned = [...page.matchAll(/`([A-Za-z]+)(?:\.([a-z]\w*))?(?:\(…\))?`/g)].flatMap(
    ([, name, member]) => [name, member].filter((each) => each !== undefined),
  );
  expect(mentioned.length).toBeGreaterThan(10);
  expect(mentioned.filter((name) => !known.has(name))).toEqual([]);
});

describe('a column', () => {
  const { steps = [] } = chapters[0] ?? {};
  const product = steps
    .flatMap(({ paths }) => paths)
    .filter((path) => /^(?:apps|packages)\/.*\/src\//.test(path));

  test('touches at most six product files', () => {
    expect(new Set(product).size).toBeLessThanOrEqual(6);
    expect(steps.length).toBe(new Set(product).size);
  });

  test('that can hold text is registered as personal data in one of them', () => {
    const holder = 'apps/server/src/adapters/postgres/calls-table.ts';
    expect(product).toContain(holder);
    const text = readFileSync(join(root, holder), 'utf8');
    const [, table = ''] = /pgTable\('calls', \{(.+?)^\}\);/ms.exec(text) ?? [];
    const [, kinds = ''] = /const callColumns[^=]+= \{(.+?)^\};/ms.exec(text) ?? [];
    const columns = [...table.matchAll(/^ {2}(\w+): (?!uuid|integer|instant)\w+\((?:'(\w+)')?\)/gm)].map(
      ([, property = '', column = property]) => column,
    );
    expect(columns.length).toBeGreaterThan(10);
    expect([...kinds.matchAll(/(\w+): '/g)].map(([, column]) => column).toSorted()).toEqual(
      columns.toSorted(),
    );
  });

  test('of a call has its kind nowhere else', () => {
    const registry = readSourceFiles().find(({ path }) => path.endsWith('/personal-data/registry.ts'));
    expect(registry?.text).toMatch(/table: 'calls',\s+columns: callColumns,/);
  });
});
