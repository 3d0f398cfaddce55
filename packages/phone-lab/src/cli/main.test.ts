import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

const bin = fileURLToPath(new URL('../../bin/phone-lab.mjs', import.meta.url));
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'phone-lab-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Ready {
  type: string;
  url: string;
  accountSid: string;
  authToken: string;
  phoneNumbers: string[];
}

function start(args: string[] = []) {
  const child = fork(bin, ['--port', '0', '--data-dir', dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  return child;
}

describe('the command', { timeout: 30_000 }, () => {
  it('sends a message to its parent when it is ready, and exits with it', async () => {
    const child = start(['--number', '+15005550042']);
    const [ready] = (await once(child, 'message')) as [Ready];
    const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as {
      accountSid: string;
      authToken: string;
    };
    expect(ready).toEqual({
      type: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      accountSid: credentials.accountSid,
      authToken: credentials.authToken,
      phoneNumbers: ['+15005550042'],
    });
    expect((await fetch(`${ready.url}/lab/info`)).status).toBe(200);
    child.disconnect();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('sets the fault knobs of a file, YAML or JSON', async () => {
    const file = join(dataDir, 'faults.yaml');
    writeFileSync(file, 'tooManyRequests: { times: 1 }\ndropCallback: 0.5\n');
    const child = start(['--faults', file, '--seed', '7']);
    const [ready] = (await once(child, 'message')) as [Ready];
    expect(await (await fetch(`${ready.url}/lab/faults`)).json()).toEqual({
      faults: { tooManyRequests: { times: 1 }, dropCallback: { probability: 0.5 } },
    });
  });

  it('names an unknown fault knob of a file', async () => {
    const file = join(dataDir, 'faults.json');
    writeFileSync(file, '{"explode": 1}');
    const child = start(['--faults', file]);
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(complaint).toContain('Unknown fault knob "explode"');
  });

  it('stops cleanly on SIGTERM', async () => {
    const child = start();
    await once(child, 'message');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('exits when a parent without an IPC channel ends', async () => {
    const code = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([bin, '--port', '0', '--data-dir', dataDir])}, {stdio: 'inherit'})`;
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(parent);
    let output = '';
    parent.stdout.setEncoding('utf8');
    const started = new Promise<void>((resolve) => {
      parent.stdout.on('data', (chunk: string) => {
        output += chunk;
        if (output.includes('credentials.json')) resolve();
      });
    });
    await started;
    const gone = once(parent.stdout, 'close');
    parent.kill('SIGKILL');
    await gone;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    await expect(fetch(`${address}/lab/info`)).rejects.toThrow();
  });

  it('prints where the token is, but not the token', async () => {
    const child = spawn(process.execPath, [bin, '--port', '0', '--data-dir', dataDir]);
    children.push(child);
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const chunk of child.stdout) {
      output += chunk as string;
      if (output.includes('credentials.json')) break;
    }
    const { authToken } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as {
      authToken: string;
    };
    expect(output).toContain('It is not Twilio; no real calls are made.');
    expect(output).not.toContain(authToken);
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('explains a port that is in use', async () => {
    const first = start();
    const [ready] = (await once(first, 'message')) as [Ready];
    const port = new URL(ready.url).port;
    const second = spawn(process.execPath, [bin, '--port', port, '--data-dir', join(dataDir, 'second')]);
    children.push(second);
    let complaint = '';
    second.stderr.setEncoding('utf8');
    second.stderr.on('data', (chunk: string) => {
      complaint += chunk;
    });
    expect((await once(second, 'close'))[0]).toBe(1);
    expect(complaint).toContain(`port ${port} is taken`);
  });
});

describe('its options', () => {
  it('come from flags before the environment', () => {
    const env = { PHONE_LAB_PORT: '5000', PHONE_LAB_SPEED: '10', PHONE_LAB_CPS: '3' };
    expect(readOptions(['--speed', '2'], env)).toMatchObject({
      port: 5000,
      speed: 2,
      cps: 3,
      numbers: ['+15005550006', '+15005550007'],
    });
  });

  it('let recordings be spoken, or be tones', () => {
    expect(readOptions([], {})).toMatchObject({ voice: 'spoken' });
    expect(readOptions([], { PHONE_LAB_VOICE: 'tones' })).toMatchObject({ voice: 'tones' });
    expect(() => readOptions(['--voice', 'loud'], {})).toThrow('--voice is spoken or tones, not "loud".');
  });

  it('are all checked at once', () => {
    expect(() => readOptions(['--port', 'x', '--speed', '0', '--number', 'me'], {})).toThrow(
      /--port.*\n?.*--speed/s,
    );
  });
});
