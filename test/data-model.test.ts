import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

const folder = join(root, 'apps/server/src/adapters/postgres/migrations');
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/--.*$/gm, ''));
const page = readFileSync(join(root, 'docs/data-model.md'), 'utf8');

const named = (table: string) => table.replaceAll('"', '');
const roles = ['app', 'system', 'identity'] as const;
const letters: Record<string, string> = { select: 'r', insert: 'a', update: 'c', delete: 'd' };

/** Every table, with what each role may do to it, as the migrations leave them. */
function grantedRights(): Map<string, Map<string, string>> {
  const rights = new Map<string, Map<string, string>>();
  for (const sql of migrations) {
    for (const [, table = ''] of sql.matchAll(/create (?:unlogged )?table (?:if not exists )?([\w."]+)/g)) {
      rights.set(named(table), new Map());
    }
    for (const [, verbs = '', objects = '', to = ''] of sql.matchAll(
      /grant ([a-z, ]+?) on ([\w\s,."]+?) to ([\w, ]+);/g,
    )) {
      const [, schema] = /^all tables in schema (\w+)$/.exec(objects) ?? [];
      if (objects.startsWith('schema ')) continue;
      const tables = schema
        ? [...rights.keys()].filter((table) => table.startsWith(`${schema}.`))
        : objects.split(',').map((table) => named(table.trim()));
      const may = verbs
        .split(',')
        .map((verb) => letters[verb.trim()])
        .join(' ');
      for (const table of tables) {
        for (const role of to.split(',')) rights.get(table)?.set(role.trim().replace('parley_', ''), may);
      }
    }
    for (const [, table = ''] of sql.matchAll(/drop table (?:if exists )?([\w."]+)/g)) {
      rights.delete(named(table));
    }
  }
  return rights;
}

const tables = grantedRights();

test('every table of the migrations has a heading, and nothing else has', () => {
  expect(tables.size).toBeGreaterThan(15);
  const headings = [...page.matchAll(/^### `([^`]+)`$/gm)].map(([, table = '']) => table);
  expect(headings.toSorted()).toEqual([...tables.keys()].toSorted());
});

test('the rights of each role are those that the migrations grant', () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \|(.*)\|(.*)\|(.*)\|$/gm)].map(([, table = '', ...cells]) =>
    [table, ...cells.map((cell) => cell.trim())].join(' | '),
  );
  const granted = [...tables].map(([table, may]) =>
    [table, ...roles.map((role) => may.get(role) ?? '')].join(' | '),
  );
  expect(rows.toSorted()).toEqual(granted.toSorted());
});

test('every column of the tables of the desk that the page names exists', () => {
  const sql = migrations.join('\n');
  const sections = page.split(/^### /m).slice(1);
  const unknown = sections.flatMap((section) => {
    const [, table = ''] = /^`([^`]+)`/.exec(section) ?? [];
    return [...section.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !tables.has(name) && !new RegExp(`\\b${name}\\b`).test(sql))
      .map((name) => `${table}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
