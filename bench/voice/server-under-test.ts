import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cores, cpuMs, descendants, pin, pinned } from './processes.ts';

const root = join(import.meta.dirname, '../..');

/** A server on a core of its own: Parley, or the thinnest thing that forwards the same. */
export interface ServerUnderTest {
  readonly name: 'parley' | 'limit';
  readonly url: string;
  readonly pid: number;
  /** What it computed so far, without its database. */
  cpuMs(): number;
  databaseCpuMs(): number;
  /** Finds its database's processes anew. Takes a while, so not while anything is timed. */
  lookAround(): void;
  /** Resolves when it has nothing left to do. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Flags for Node itself. */
  readonly flags?: readonly string[];
}

/** The product as it runs in production, with a database of its own on the other core. */
export async function startParley({ env, flags = [] }: StartOptions): Promise<ServerUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const port = await freePort();
  const main = join(root, 'apps/server/src/main.ts');
  const child = start([...flags, main], {
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
  });
  const server = await ready('parley', child, port, '/readyz');
  pin(cores.rest, descendants(server.pid));
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server of `bench/limits`. */
export async function startLimit(file: string, { env, flags = [] }: StartOptions): Promise<ServerUnderTest> {
  const port = await freePort();
  const child = start([...flags, join(root, 'bench/limits', file)], { ...env, PORT: String(port) });
  return ready('limit', child, port, '/');
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const [command, ...rest] = pinned(cores.server, [process.execPath, ...args]);
  const { PATH, HOME } = process.env;
  // Its log goes where a production log goes: somewhere else.
  return spawn(command, rest, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ready(
  name: ServerUnderTest['name'],
  child: ChildProcess,
  port: number,
  path: string,
): Promise<ServerUnderTest> {
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, 'exit');
  for (let left = 600; ; left -= 1) {
    const answer = await fetch(url + path).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) break;
    if (child.exitCode !== null || left === 0) throw new Error(`The server "${name}" did not start.`);
    await delay(100);
  }
  const pid = child.pid ?? 0;
  let family = descendants(pid);
  return {
    name,
    url,
    pid,
    cpuMs: () => cpuMs(pid),
    databaseCpuMs: () => family.reduce((total, one) => total + cpuMs(one), 0),
    lookAround: () => {
      family = descendants(pid);
    },
    idle: () => untilIdle(pid),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Idle means: less than a twentieth of a core, for half a second. */
async function untilIdle(pid: number): Promise<void> {
  for (let left = 40; left > 0; left -= 1) {
    const before = cpuMs(pid);
    await delay(500);
    if (cpuMs(pid) - before < 25) return;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
