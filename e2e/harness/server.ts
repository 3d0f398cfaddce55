import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { node, root } from './project.ts';

export interface RunningServer {
  url: string;
  dataDir: string;
  /** The environment it was started with, for commands on the same data. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts the real server with a database of its own, and waits until it is ready. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  // Without the developer's own settings: with a carrier account in them a test could call a real phone.
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: '0',
    PHONE_LAB_PORT: '0',
    PHONE_LAB_VOICE: 'tones',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...settings,
  };
  const child = spawn(node, [join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env,
    // The IPC channel tells the server when this process has ended, for whatever reason.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const url = await readyUrl(child).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    dataDir,
    env,
    async stop() {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      const url = /Parley is ready at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The server did not start:\n${output.join('\n')}`)));
  return promise;
}
