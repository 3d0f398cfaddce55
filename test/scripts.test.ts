import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { candidates } from '../scripts/lib/chromium-paths.mjs';
import { fingerprint } from '../scripts/lib/fingerprint.mjs';
import { withFolderLock } from '../scripts/lib/folder-lock.mjs';
import { freePort } from '../scripts/lib/free-port.mjs';
import { matches } from '../scripts/lib/installed.mjs';
import { countPlaywright, countVitest, judge, nothing, summaryLine } from '../scripts/lib/reports.mjs';
import { whyNot } from '../scripts/lib/requirements.mjs';
import { describeStep, judgeRetries } from '../scripts/lib/run-all.mjs';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'parley-scripts-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

test('an old Node and Windows get a sentence, everything else is let through', () => {
  expect(whyNot('linux', '18.19.0')).toMatch('needs Node.js 20 or newer');
  expect(whyNot('win32', '24.0.0')).toMatch('WSL');
  expect(whyNot('linux', '20.0.0')).toBeUndefined();
  expect(whyNot('darwin', '26.10.0')).toBeUndefined();
});

test('the fingerprint follows sources, not tests and not build output', () => {
  const base = folder();
  mkdirSync(join(base, 'src'));
  mkdirSync(join(base, 'dist'));
  writeFileSync(join(base, 'src/a.ts'), 'one');
  const before = fingerprint(base, ['.']);
  writeFileSync(join(base, 'src/a.test.ts'), 'test');
  writeFileSync(join(base, 'dist/a.js'), 'built');
  expect(fingerprint(base, ['.'])).toBe(before);
  writeFileSync(join(base, 'src/a.ts'), 'two');
  expect(fingerprint(base, ['.'])).not.toBe(before);
  expect(fingerprint(base, ['nowhere'])).toBe(fingerprint(base, []));
});

test('moving text from one file into the next changes the fingerprint', () => {
  const base = folder();
  const write = (a: string, b: string) => {
    writeFileSync(join(base, 'a'), a);
    writeFileSync(join(base, 'b'), b);
    return fingerprint(base, ['a', 'b']);
  };
  expect(write('xy', 'z')).not.toBe(write('x', 'yz'));
});

describe('the folder lock', () => {
  test('lets one at a time work and tells the other that it waits', async () => {
    const lock = join(folder(), 'sub', 'lock');
    const order: string[] = [];
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const first = withFolderLock(
      lock,
      () => order.push('first waits'),
      async () => {
        await hold;
        order.push('first done');
      },
    );
    const waiting = Promise.withResolvers<void>();
    const second = withFolderLock(
      lock,
      () => waiting.resolve(),
      async () => order.push('second done'),
    );
    await waiting.promise;
    letGo();
    await Promise.all([first, second]);
    expect(order).toEqual(['first done', 'second done']);
    expect(readdirSync(join(lock, '..'))).toEqual([]);
  });

  test('is taken over from a dead holder and let go after a failure', async () => {
    const lock = join(folder(), 'lock');
    // Above the largest process id that Linux and macOS hand out.
    writeFileSync(lock, '4999999\n');
    const never = () => expect.unreachable();
    const failing = withFolderLock(lock, never, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(withFolderLock(lock, never, async () => 'ran')).resolves.toBe('ran');
  });
});

describe('what is installed', () => {
  const wanted = {
    '': { version: '1' },
    'apps/web': { version: '1' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/b': { version: '2.0.0', integrity: 'y', optional: true },
  };
  const a = wanted['node_modules/a'];

  test.each([
    ['everything', { 'node_modules/a': a, 'node_modules/b': wanted['node_modules/b'] }, true],
    ['all but an optional package', { 'node_modules/a': a }, true],
    ['nothing', {}, false],
    ['another version', { 'node_modules/a': { ...a, version: '1.0.1' } }, false],
    ['another content', { 'node_modules/a': { ...a, integrity: 'z' } }, false],
    ['something besides', { 'node_modules/a': a, 'node_modules/c': a }, false],
  ])('%s', (_, found, expected) => {
    expect(matches(wanted, found)).toBe(expected);
  });
});

test('more than one test that needed a second try fails the whole run', () => {
  const suite = (...retried: string[]) => ({ ...nothing(), retried });
  expect(judgeRetries([suite(), suite()])).toEqual([]);
  expect(judgeRetries([suite('a'), suite()])).toEqual([]);
  expect(judgeRetries([suite('a'), suite('b')])).toMatchObject([
    { failed: ['2 tests passed only when tried again; at most 1 may'] },
  ]);
});

describe('the sum of all suites', () => {
  test('counts Vitest tests, and a file that could not be loaded as one failure', () => {
    const report = {
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'failed', fullName: 'b', failureMessages: ['\u001b[31mtwo is not three\u001b[39m'] },
            { status: 'passed', fullName: 'c', failureMessages: ['too late'] },
            { status: 'skipped', fullName: 'needs an account' },
            { status: 'todo', fullName: 'd' },
          ],
        },
        { status: 'failed', name: 'e.test.ts', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({
      passed: 2,
      skipped: ['needs an account', 'd'],
      failed: ['b\n    two is not three', 'e.test.ts\n    no such module'],
      retried: ['c\n    too late'],
    });
  });

  test('counts Playwright tests in nested suites', () => {
    const spec = (title: string, status: string, ...said: string[]) => ({
      title,
      tests: [{ status, results: [{ errors: said.map((message) => ({ message })) }] }],
    });
    const report = {
      errors: [],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('one', 'expected'), spec('two', 'unexpected', 'not there')],
          suites: [{ title: 'inner', specs: [spec('three', 'flaky', 'late'), spec('four', 'skipped')] }],
        },
      ],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 2,
      skipped: ['a.spec.ts › inner › four'],
      failed: ['a.spec.ts › two\n    not there'],
      retried: ['a.spec.ts › inner › three\n    late'],
    });
    expect(countPlaywright({ errors: [{ message: 'no browser' }], suites: [] }).failed).toEqual([
      'outside of the tests\n    no browser',
    ]);
  });

  test('a run that breaks without a failed test, or runs none, counts as a failure', () => {
    const clean = { passed: 3, failed: [], skipped: [], retried: [] };
    expect(judge(clean, 0)).toEqual(clean);
    expect(judge(clean, 1).failed).toEqual(['no test failed, 3 passed, and the run ended with code 1']);
    expect(judge({ ...clean, passed: 0 }, 0).failed).toHaveLength(1);
    expect(judge({ ...clean, failed: ['a', 'b'] }, 1).failed).toEqual(['a', 'b']);
  });

  test('is one line that names skips only where there are any', () => {
    const one = { passed: 2, failed: [], skipped: [], retried: [] };
    expect(summaryLine([one, one])).toBe('4 passed, 0 failed');
    expect(summaryLine([one, { ...one, failed: ['y'], skipped: ['x'] }])).toBe(
      '4 passed, 1 failed, 1 skipped',
    );
  });

  test('a step is told with its time', () => {
    const step = { name: 'unit', seconds: 1.26, passed: 5, failed: [], skipped: [], isTest: true };
    expect(describeStep(step)).toMatch(/^unit +1\.3 s +5 passed, 0 failed$/);
    expect(describeStep({ ...step, isTest: false, failed: ['lint'] })).toMatch(/failed$/);
  });
});

test('Chromium is looked for where it was said to be, then where it usually is', () => {
  const linux = candidates({
    env: { CHROMIUM_PATH: '/x', PATH: '/opt/bin:rel' },
    platform: 'linux',
    playwrightPath: '/p',
  });
  expect(linux[0]).toBe('/x');
  expect(linux[1]).toBe('/usr/bin/chromium-headless-shell');
  expect(linux).toContain('/usr/bin/chromium');
  expect(linux).toContain('/opt/bin/google-chrome');
  expect(linux.at(-1)).toBe('/p');
  expect(linux.every((path: string) => path.startsWith('/'))).toBe(true);
  const mac = candidates({ env: { HOME: '/Users/me' }, platform: 'darwin', playwrightPath: undefined });
  expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
});

test('a taken port gives way to the next one', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await freePort(port)).toBeGreaterThan(port);
  taken.close();
});
