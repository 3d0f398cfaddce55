import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readYaml } from './callee/read-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the callee in the README', () => {
  it('is a valid script', () => {
    const yaml = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const script = readYaml(yaml, 'example');
    expect(script.script).toHaveLength(9);
    expect(script.answers?.[0]?.say).toEqual(['Yes, I will come.', 'That is right.']);
  });
});

describe('the conformance table', () => {
  it('names tests that exist, and every test over the wire is named', () => {
    const named = new Set([...readme.matchAll(/`([\w/-]+\.test\.ts)`/g)].map((match) => match[1] ?? ''));
    expect(named.size).toBeGreaterThan(8);
    for (const path of named) expect(existsSync(join(root, 'src', path)), path).toBe(true);
    const table = readme.slice(readme.indexOf('## What it does')).split('\n');
    const rows = table.filter((line) => line.startsWith('| ')).slice(1);
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) expect(row.split(' | ').at(-1), row).toMatch(/`[\w/-]+\.test\.ts`/);
    const inside = new Set(['readme.test.ts', 'cli/main.test.ts']);
    const all = globSync('**/*.test.ts', { cwd: join(root, 'src') });
    expect(all.filter((path) => !named.has(path) && !inside.has(path))).toEqual([]);
  });
});
