import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findNode } from './find-node.ts';
import { startRegistry } from './local-registry.ts';

export interface InstalledPackage {
  /** The folder in which somebody has installed the package. */
  readonly folder: string;
  /** The address that the command has printed. */
  readonly url: string;
  /** Writes the files and runs a shell command beside them: what it prints. */
  run(command: string, files?: Record<string, string>, environment?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

/**
 * Runs commands of the README in the repository, as somebody with an empty home folder would; the last of them starts the
 * lab. `place` is the folder below the home folder into which they change.
 */
export async function install(
  commands: string,
  repository: string,
  place: string,
): Promise<InstalledPackage> {
  const registry = await startRegistry(repository);
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'phone-lab-home-'));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(findNode(join(repository, '.cache')), join(bin, 'node'));
  const env = environmentOf(home, bin, registry.url);
  // A group of its own, so that npm, its shell and the lab can be ended together.
  const shell = spawn('sh', ['-ec', commands], {
    cwd: repository,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = async () => {
    await endGroup(shell);
    await registry.close();
    rmSync(home, { recursive: true, force: true });
  };
  const url = await listening(shell).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const folder = join(home, place);
  return {
    folder,
    url,
    close,
    async run(command, files = {}, more = {}) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const how = { cwd: folder, env: { ...env, ...more } };
      return (await promisify(execFile)('sh', ['-ec', command], how)).stdout;
    },
  };
}

/** Nothing of the repository can be found by accident, and nothing of the settings of who runs the tests. */
function environmentOf(home: string, bin: string, registry: string): Record<string, string> {
  const places = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return {
    PATH: [bin, ...places].join(delimiter),
    HOME: home,
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    // The usual port may be taken.
    PHONE_LAB_PORT: '0',
  };
}

async function listening(shell: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address && output.includes('credentials.json')) resolve(address);
    };
    shell.stdout?.on('data', read);
    shell.stderr?.on('data', read);
    shell.once('close', (code) => reject(new Error(`The commands ended with ${code}:\n${output}`)));
  });
}

async function endGroup(shell: ChildProcess): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null || !shell.pid) return;
  const closed = once(shell, 'close');
  process.kill(-shell.pid, 'SIGTERM');
  await closed;
}
