import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../results.ts';

/** A fresh clone of what is committed. */
export function cloneProject(): string {
  const place = mkdtempSync(join(tmpdir(), 'parley-clone-'));
  // Readable for all: under root, the database runs as another user.
  chmodSync(place, 0o755);
  const folder = join(place, 'parley');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  return folder;
}

/** Seconds from `npm start` in that folder until it says that it is ready; it is stopped again. */
export async function npmStart(folder: string, whileReady: (pid: number) => Promise<void> = async () => {}) {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...ownEnvironment(), PORT: '0', PHONE_LAB_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ready = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      if (line.includes('Parley is ready at')) ready.resolve((performance.now() - started) / 1000);
    });
  }
  const gone = once(child, 'exit');
  child.once('exit', () => ready.reject(new Error(`npm start ended:\n${said.slice(-20).join('\n')}`)));
  const seconds = await ready.promise;
  await whileReady(child.pid ?? 0);
  child.kill('SIGTERM');
  await gone;
  return seconds;
}

/** How this machine reaches the registry; no other setting of the user's. */
const networkSetting =
  /^npm_config_(?:registry|cache|userconfig|proxy|https_proxy|cafile)$|proxy$|^NODE_EXTRA_CA_CERTS$/i;

/** The environment of a new terminal, without what npm and the scripts of this folder have added. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (folder: string) => folder.startsWith(root) || folder.includes('node-gyp-bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !isOurs(folder));
  const network = Object.entries(process.env).filter(([name]) => networkSetting.test(name));
  return {
    ...Object.fromEntries(network),
    PATH: path.join(delimiter),
    HOME: process.env.HOME,
    LANG: process.env.LANG,
  };
}
