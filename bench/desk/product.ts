import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../results.ts';

export interface Product {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** From the start of its process until it said that it is ready. */
  readonly readyMs: number;
  /** Sends it a message and waits for the one that it sends back. */
  tell(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

const folders = new Set<string>();
const running = new Set<ChildProcess>();

export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  folders.add(folder);
  return folder;
}

/** For an aborted run: a database of a million calls must not be left on disk. */
export async function removeAllDataDirs(): Promise<void> {
  await Promise.all([...running].map(stop));
  for (const folder of folders) removeDataDir(folder);
}

/** What the embedded database put outside the data folder goes with it. */
export function removeDataDir(dataDir: string): void {
  folders.delete(dataDir);
  try {
    rmSync(readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim(), { recursive: true, force: true });
  } catch {
    // Everything is inside.
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs the server as `npm start` does, with its own database and carrier, and nothing of the developer's settings. */
export async function startProduct(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  entry = 'main.js',
): Promise<Product> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps/server/dist', entry)], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      HOST: '127.0.0.1',
      PORT: '0',
      PHONE_LAB_PORT: '0',
      DATA_DIR: dataDir,
      ...settings,
    },
    // The IPC channel closes when this process ends in any way, and the server stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await readyUrl(child);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    dataDir,
    readyMs: performance.now() - started,
    async tell(message) {
      const heard = once(child, 'message');
      child.send(message);
      return (await heard)[0];
    },
    stop: () => stop(child),
  };
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function readyUrl(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (said.length < 100) said.push(line);
      const url = /Parley is ready at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The server did not start:\n${said.join('\n')}`)));
  return promise;
}
