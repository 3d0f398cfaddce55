import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse } from './data-lock.ts';
import { startLab } from './lab.ts';

const bin = fileURLToPath(new URL('../bin/phone-lab.mjs', import.meta.url));
let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'phone-lab-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProcess(): Promise<ChildProcess> {
  child = fork(bin, ['--port', '0', '--data-dir', dataDir], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  await once(child, 'message');
  return child;
}

describe('one data folder', { timeout: 30_000 }, () => {
  it('serves one lab: a second is refused with a message', async () => {
    const lab = await startLab({ dataDir });
    await expect(startLab({ dataDir })).rejects.toThrow(DataFolderInUse);
    await lab.stop();
    const next = await startLab({ dataDir });
    await next.stop();
  });

  it('serves one process: a second one prints a message and exits', async () => {
    await startProcess();
    const second = fork(bin, ['--port', '0', '--data-dir', dataDir], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    second.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(complaint).toContain(`Another phone-lab (process ${child?.pid}) uses the data folder`);
  });

  it('is free after a lab that was killed', async () => {
    const killed = await startProcess();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const lab = await startLab({ dataDir });
    await lab.stop();
  });

  it('is free when the process id in its lock has been reused', async () => {
    writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1\n`);
    const lab = await startLab({ dataDir });
    await lab.stop();
  });

  it('is unlocked again when the lab fails to start', async () => {
    const other = await startLab();
    await expect(startLab({ dataDir, port: other.port })).rejects.toThrow(/EADDRINUSE/);
    const lab = await startLab({ dataDir });
    await lab.stop();
    await other.stop();
  });
});
