import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../../ports/log.ts';
import { type PhoneLab, startPhoneLab } from './phone-lab.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let dataDir: string;
let lab: PhoneLab | null = null;
let logged: string[] = [];
const write = (_fields: object, message: string) => void logged.push(message);
const log: Log = { debug() {}, info: write, warn: write, error: write };

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'parley lab ')), 'phone-lab');
  logged = [];
});
afterEach(async () => {
  await lab?.stop();
  lab = null;
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

const start = (port = 0) => startPhoneLab({ port, dataDir, speed: 10, cps: 5, voice: 'tones', log });

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  );

function processes(): { pid: number; group: number }[] {
  const list = execFileSync('ps', ['-axww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => line.includes(dataDir))
    .map((line) => {
      const [pid = 0, group = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, group };
    });
}

test('it starts in a process group of its own, reports its account, and leaves no process when it stops', async () => {
  lab = await start();
  expect(lab).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    accountSid: expect.stringMatching(/^AC/),
    phoneNumbers: ['+15005550006', '+15005550007'],
  });
  expect(await answers(lab.url)).toBe(200);
  const [child] = processes();
  expect(child?.group).toBe(child?.pid);
  await lab.stop();
  expect(await answers(lab.url)).toBeNull();
  expect(processes()).toEqual([]);
});

test('after its process was killed it is restarted at the same address with the same account', async () => {
  lab = await start();
  const { url, accountSid, authToken } = lab;
  const [{ pid } = { pid: 0 }] = processes();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => logged, { timeout: 30_000 }).toContain('phone-lab (sandbox carrier) restarted');
  expect(await answers(url)).toBe(200);
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const calls = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
    headers: { authorization: `Basic ${basic}` },
  });
  expect(calls.status).toBe(200);
});

test('stopped during a restart, it is not started again', async () => {
  lab = await start();
  const [{ pid } = { pid: 0 }] = processes();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => logged, { timeout: 30_000 })
    .toContain('phone-lab (sandbox carrier) exited; restarting it');
  await lab.stop();
  expect(processes()).toEqual([]);
});

test('a port that is taken is named in the error', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    await expect(start(port)).rejects.toThrow(`port ${port} is taken`);
  } finally {
    taken.close();
  }
});
