import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { sum } from '../statistics.ts';
import { cores, cpuMs, descendants, lowerPriority, pin, pinned } from './processes.ts';

const root = join(import.meta.dirname, '../..');

/** A server on a core of its own: Parley, or the thinnest server that forwards the same. */
export interface ServerUnderTest {
  readonly name: 'parley' | 'limit';
  readonly url: string;
  readonly pid: number;
  /** Processor time so far, without its database. */
  cpuMs(): number;
  databaseCpuMs(): number;
  /** Looks up its database's processes again. Slow, so not while anything is timed. */
  lookAround(): void;
  /** Resolves when it has nothing left to do. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface Parley extends ServerUnderTest {
  /** The folder of its database and files. */
  readonly dataDir: string;
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Flags for Node itself. */
  readonly flags?: readonly string[];
}

/** The product as it runs in production, with a database of its own on the other core. */
export async function startParley({ env, flags = [] }: StartOptions): Promise<Parley> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const port = await freePort();
  const main = join(root, 'apps/server/dist/main.js');
  const child = start([...flags, main], {
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
  });
  const server = await ready('parley', child, port, 'Parley is ready');
  const database = descendants(server.pid);
  pin(cores.rest, database);
  lowerPriority(database);
  return {
    ...server,
    dataDir,
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
  return ready('limit', child, port, 'ready');
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const [command, ...rest] = pinned(cores.server, [process.execPath, ...args]);
  const { PATH, HOME } = process.env;
  // The IPC channel makes it stop when this process ends.
  return spawn(command, rest, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

async function ready(
  name: ServerUnderTest['name'],
  child: ChildProcess,
  port: number,
  word: string,
): Promise<ServerUnderTest> {
  const exited = once(child, 'exit');
  await said(child, word);
  const pid = child.pid ?? 0;
  let family = descendants(pid);
  // Backends come and go; the time of ended ones still counts.
  const computed = new Map<number, number>();
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    pid,
    cpuMs: () => cpuMs(pid),
    databaseCpuMs: () => {
      for (const one of family) computed.set(one, Math.max(cpuMs(one), computed.get(one) ?? 0));
      return sum([...computed.values()]);
    },
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

/** Resolves when this text is printed. Of the rest of its log only errors are passed on. */
async function said(child: ChildProcess, word: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on('line', (line) => {
    if (line.includes(word)) resolve();
    if (/"level":[56]0/.test(line)) process.stderr.write(`${line}\n`);
  });
  child.once('exit', (code) => reject(new Error(`A server did not start; it ended with ${code}.`)));
  await promise;
}

/** Idle means: less than a twentieth of a core, for half a second. */
async function untilIdle(pid: number): Promise<void> {
  for (let left = 40; left > 0; left -= 1) {
    const before = cpuMs(pid);
    await delay(500);
    if (cpuMs(pid) - before < 25) return;
  }
}
