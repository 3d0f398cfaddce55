import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledPackage, install } from '../testing/installed-package.ts';

const root = join(import.meta.dirname, '..');
const repository = join(root, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [firstCommands = '', request = ''] = blocks('sh');
const [callProgram = '', calleeRanges = ''] = blocks('js');
const [testProgram = ''] = blocks('mjs');
const [callee = ''] = blocks('yaml');
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await install(firstCommands, repository, 'my-program');
}, 600_000);
afterAll(() => installed?.close(), 60_000);

/** The code of the README, in its order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
}

describe('the package, installed as the README says', { timeout: 120_000 }, () => {
  it('contains the compiled lab, its types and its files, and nothing of its tests', () => {
    const list = (pattern: string, cwd: string) => globSync(pattern, { cwd, withFileTypes: false });
    const sources = list('**/*.ts', join(root, 'src')).filter((path) => !/\.(test|table)\.ts$/.test(path));
    const assets = list('{page,callee/built-in}/*.*', join(root, 'src'));
    const wanted = [
      ...['package.json', 'README.md', 'LICENSE', 'NOTICES.md', 'bin/phone-lab.mjs'],
      ...sources.flatMap((path) => ['.js', '.d.ts'].map((ending) => `dist/${path.slice(0, -3)}${ending}`)),
      ...assets.map((path) => `dist/${path}`),
    ];
    const found = list('**/*.*', join(installed.folder, 'node_modules/@parley/phone-lab'));
    expect([...found, 'LICENSE'].toSorted()).toEqual(wanted.toSorted());
    expect(assets.length).toBeGreaterThan(50);
  });

  it('places a call with ten lines, with the result that they promise', async () => {
    expect(callProgram.trim().split('\n')).toHaveLength(10);
    const promised = /The last line prints `(.*?)`/.exec(readme)?.[1];
    const address = { TWILIO_API_BASE_URL: installed.url };
    const printed = await installed.run('node call.mjs', { 'call.mjs': callProgram }, address);
    const [seconds] = /\d+(?= s$)/.exec(printed.trim()) ?? [];
    expect(Number(seconds)).toBeLessThan(60);
    // A busy computer takes longer than the README says.
    expect(printed.trim()).toBe(promised?.replace(/\d+(?= s$)/, String(seconds)));
  });

  it('does what the request of the README asks for', async () => {
    expect(request).toContain('curl -X PUT http://127.0.0.1:4010/lab/default-callee');
    const command = request.replace('http://127.0.0.1:4010', installed.url);
    const hasCurl = spawnSync('curl', ['--version']).error === undefined;
    const printed = hasCurl ? await installed.run(command) : await sendAsFetch(command);
    expect(JSON.parse(printed)).toMatchObject({ default: 'wants-another-day' });
  });

  it('runs the test of the README', async () => {
    const printed = await installed.run('node --test lunch.test.mjs', { 'lunch.test.mjs': testProgram });
    expect(printed).toMatch(/pass 2\b/);
    expect(printed).toMatch(/fail 0\b/);
  });

  it('knows the callee and the callee ranges of the README', async () => {
    const program = `
      import { startLab } from '@parley/phone-lab';
      import twilio from 'twilio';
      ${calleeRanges}
      const lab = await startLab({ speed: 100, calleeRanges, calleesDir: 'callees' });
      const client = twilio(lab.accountSid, lab.authToken);
      client.api.baseUrl = lab.url;
      const twiml = '<Response><Hangup/></Response>';
      const calls = ['+12025550100', '+12025550101'].map((to) => client.calls.create({ to, from: lab.phoneNumbers[0], twiml }));
      const ended = await Promise.all(calls.map(async (call) => lab.ended((await call).sid)));
      const own = lab.callees.list().callees.find(({ name }) => name === 'who-is-this');
      console.log(JSON.stringify([...ended.map(({ status }) => status), own.about]));
      await lab.stop();`;
    const files = { 'ranges.mjs': program, 'callees/who-is-this.yaml': callee };
    expect(JSON.parse(await installed.run('node ranges.mjs', files))).toEqual([
      'completed',
      'busy',
      'Wants to know who is calling before anything else.',
    ]);
  });

  it('serves the handset page, and speaks', async () => {
    for (const path of ['/', '/page.js', '/page.css'])
      expect((await fetch(`${installed.url}${path}`)).status, path).toBe(200);
    const spoken = await fetch(`${installed.url}/lab/handset/voice`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'Good morning.' }),
    });
    expect(spoken.status).toBe(200);
    expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(4_000);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types for strict programs (%s, %s)', async (module, resolution) => {
    await installed.run('true', {
      'program.ts': readFileSync(join(root, 'testing', 'typed-program.ts'), 'utf8'),
    });
    const types = join(installed.folder, 'node_modules', '@types');
    mkdirSync(types, { recursive: true });
    if (!globSync('node', { cwd: types }).length)
      symlinkSync(join(repository, 'node_modules', '@types', 'node'), join(types, 'node'));
    const args = `--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2022`.split(
      ' ',
    );
    const how = ['--module', module, '--moduleResolution', resolution, 'program.ts'];
    const compiler = join(repository, 'node_modules', '.bin', 'tsc');
    const faults = await promisify(execFile)(compiler, [...args, ...how], { cwd: installed.folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(faults).toBe('');
  });
});

/** Where there is no curl: what the command sends. */
async function sendAsFetch(command: string): Promise<string> {
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${installed.url}/lab/default-callee`, { method: 'PUT', headers, body })).text();
}
