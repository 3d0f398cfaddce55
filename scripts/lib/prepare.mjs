import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { withFolderLock } from './folder-lock.mjs';
import { isInstalled } from './installed.mjs';
import { bin, cache, root, toolEnvironment } from './project.mjs';
import { runQuietly } from './quiet-command.mjs';

const installStamp = join(root, 'node_modules', '.parley-installed');

/** What is built, and from which sources. */
const webPart = {
  title: 'Building the web',
  workspace: 'apps/web',
  sources: ['apps/web', 'packages/contract/src', 'package-lock.json', 'tsconfig.base.json'],
};
const serverPart = {
  title: 'Building the server',
  workspace: 'apps/server',
  sources: [
    ...['build', 'src', 'testing'].map((name) => `apps/server/${name}`),
    ...['packages/contract/src', 'packages/phone-lab/src', 'package-lock.json'],
  ],
};

/** Installs packages and builds web and server where needed, in one process of this folder at a time. */
export async function prepare({ web = false, server = false }) {
  const parts = [...(web ? [webPart] : []), ...(server ? [serverPart] : [])];
  if (installedStamp() === wantedStamp() && parts.every(isBuilt)) return;
  const lock = join(cache, 'prepare.lock');
  await withFolderLock(
    lock,
    () => console.log('Waiting for another process that installs or builds in this folder…'),
    async () => {
      await ensureInstalled();
      for (const part of parts) await ensureBuilt(part);
    },
  );
}

const wantedStamp = () => `${fingerprint(root, ['package-lock.json'])} ${process.platform}-${process.arch}`;
const installedStamp = () => (existsSync(bin) ? readStamp(installStamp) : undefined);

async function ensureInstalled() {
  if (installedStamp() === wantedStamp()) return;
  if (!isInstalled(root)) {
    // npm writes this file last; without it an earlier installation did not finish.
    const first = !existsSync(join(root, 'node_modules', '.package-lock.json'));
    const title = first ? 'Installing packages (once)' : 'Installing packages (they changed)';
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
    // A production environment or a user's settings must not leave out the build tool or the platform's binaries.
    const everything = ['--include=dev', '--include=optional', '--include=peer'];
    const [file, ...args] = [...npmCommand(), 'ci', ...quiet, ...everything];
    await runQuietly(title, file, args, { cwd: root, env: process.env });
    if (!isInstalled(root))
      throw new Error('npm reported success, but packages are missing in node_modules.');
  }
  writeFileSync(installStamp, `${wantedStamp()}\n`);
}

/** npm under the Node that npm itself runs on: the project's own Node is replaced by the installation. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli !== undefined && /\.[cm]?js$/.test(cli)) return [node ?? process.execPath, cli];
  return ['npm'];
}

const stampOf = ({ workspace }) => join(root, workspace, 'dist', '.build-stamp');
const isBuilt = (part) => readStamp(stampOf(part)) === fingerprint(root, part.sources);

async function ensureBuilt(part) {
  if (isBuilt(part)) return;
  const sources = fingerprint(root, part.sources);
  rmSync(stampOf(part), { force: true });
  const environment = toolEnvironment({ NODE_ENV: 'production' });
  const build = [...npmCommand(), 'run', 'build', '--silent', '-w', part.workspace];
  await runQuietly(part.title, build[0], build.slice(1), { cwd: root, env: environment });
  writeFileSync(stampOf(part), `${sources}\n`);
}
