import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Connection } from '../../src/adapters/embedded-postgres/data-folder-lock.ts';

export type Account = { name: string; uid?: number; gid?: number };

const root = process.getuid?.() === 0;

/** Root can test both kinds of account; another user only its own. */
export const accounts: Account[] = root
  ? [{ name: 'root' }, { name: 'a plain user', uid: 65534, gid: 65534 }]
  : [{ name: 'a plain user' }];

type Report =
  | { connection: Connection; attached: boolean; logged: string[]; fault?: undefined }
  | { fault: string; logged: string[] };

export type Starter = Report & { child: ChildProcess; exited: Promise<unknown> };
export type Started = Exclude<Starter, { fault: string }>;

/** `outlived`: PostgreSQL keeps running when its parent is killed. */
type StartOptions = { env?: NodeJS.ProcessEnv; outlived?: boolean };

const opened: { children: ChildProcess[]; folders: string[] } = { children: [], folders: [] };

export function makeFolder(account: Account, ...below: string[]): string {
  const base = mkdtempSync(join(tmpdir(), 'parley-test-'));
  opened.folders.push(base);
  chmodSync(base, 0o755);
  let folder = base;
  for (const name of ['', ...below]) {
    folder = join(folder, name);
    mkdirSync(folder, { recursive: true });
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  }
  return join(folder, 'data');
}

export async function tryStart(
  dataDir: string,
  account: Account,
  options: StartOptions = {},
): Promise<Starter> {
  const child = fork(
    fileURLToPath(new URL('starter.ts', import.meta.url)),
    [dataDir, options.outlived ? 'outlived' : ''],
    {
      ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid }),
      cwd: '/',
      env: { ...process.env, ...options.env },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    } as Parameters<typeof fork>[2],
  );
  opened.children.push(child);
  const exited = once(child, 'exit');
  const [report] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => [{ fault: 'The starter exited without a report.', logged: [] }]),
  ])) as [Report];
  return { ...report, child, exited };
}

export async function start(dataDir: string, account: Account, options: StartOptions = {}): Promise<Started> {
  const starter = await tryStart(dataDir, account, options);
  if (starter.fault !== undefined) throw new Error(starter.fault);
  return starter as Started;
}

export async function stop(starter: Starter): Promise<void> {
  if (starter.child.connected) starter.child.send('stop', () => {});
  await starter.exited;
}

export async function killStarter(starter: Starter): Promise<void> {
  starter.child.kill('SIGKILL');
  await starter.exited;
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stops what a test, failed or not, still has running. */
export async function stopAll(): Promise<void> {
  for (const child of opened.children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    if (child.connected) child.send('stop', () => {});
    else child.kill('SIGKILL');
    await exited;
  }
}

export function removeFolders(): void {
  for (const folder of opened.folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
