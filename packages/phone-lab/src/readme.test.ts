import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readYaml } from './callee/read-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
let folder: string;
let lab: ChildProcess | undefined;

beforeEach(() => {
  // Below the package, so that the example finds its dependency as a user's program would.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'readme-'));
});
afterEach(() => {
  lab?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the README', () => {
  it('has ten lines that place a call with the result it promises', async () => {
    const code = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(code.trim().split('\n')).toHaveLength(10);
    const promised = /The last line prints `(.*?)`/.exec(readme)?.[1];
    writeFileSync(join(folder, 'example.mjs'), code);
    lab = fork(join(root, 'bin', 'phone-lab.mjs'), ['--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ url }] = (await once(lab, 'message')) as [{ url: string }];
    const env = { ...process.env, TWILIO_API_BASE_URL: url };
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder, env });
    expect(stdout.trim()).toBe(promised);
  }, 30_000);
});

describe('the test in the README', () => {
  it('passes', async () => {
    const code = /```mjs\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    writeFileSync(join(folder, 'lunch.test.mjs'), code);
    // A test runner inside a test runner would report to the outer one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = promisify(execFile)(process.execPath, ['--test', 'lunch.test.mjs'], { cwd: folder, env });
    const { stdout } = await run;
    expect(stdout).toMatch(/pass 2\b/);
    expect(stdout).toMatch(/fail 0\b/);
  }, 30_000);
});

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
