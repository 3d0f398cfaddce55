import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';

/** The account PostgreSQL runs under. `drop` is set only when this process is root and hands over to another account. */
export interface RunAs {
  uid: number;
  gid: number;
  drop: boolean;
}

export interface ProgramResult {
  code: number | null;
  output: string;
}

const NOBODY = 65534;

/** PostgreSQL refuses to run as root. An existing cluster keeps its owner; a new one goes to `postgres`, else `nobody`. */
export function chooseRunAs(existingCluster: string | undefined): RunAs {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, drop: false };
  if (existingCluster !== undefined) {
    const owner = statSync(existingCluster);
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, drop: true };
  }
  const account = lookUp('postgres') ?? lookUp('nobody') ?? { uid: NOBODY, gid: NOBODY };
  return { ...account, drop: true };
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const fields = line?.split(':') ?? [];
  const uid = Number(fields[2]);
  const gid = Number(fields[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
}

export function identity(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.drop ? { uid: runAs.uid, gid: runAs.gid } : {};
}

/** Without PG* and locale variables of the caller: the server's messages are matched in English. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', LANG: 'C' };
}

/** Runs a program as that account in `/`. Never throws: a missing program is code null. */
export function runProgram(file: string, args: string[], runAs: RunAs): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8000);
    };
    try {
      const child = spawn(file, args, {
        ...identity(runAs),
        cwd: '/',
        env: cleanEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.on('error', (error) => resolve({ code: null, output: error.message }));
      child.on('close', (code) => resolve({ code, output }));
    } catch (error) {
      resolve({ code: null, output: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Tried as that account, because the mode does not show ACLs and mount options. */
export async function mayWrite(folder: string, runAs: RunAs): Promise<boolean> {
  const asked = await runProgram('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder], runAs);
  if (asked.code !== null) return asked.code === 0;
  throw new EmbeddedPostgresError(
    `Nothing could be run as the account with number ${runAs.uid}, which PostgreSQL needs: ${asked.output}`,
  );
}
