import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const prepare = "import('./scripts/lib/prepare.mjs').then(({ prepare }) => prepare({ server: true }))";

export interface EarlierRelease extends AsyncDisposable {
  readonly commit: string;
  /** Its server that tests can kill, built. */
  readonly entry: string;
}

/** `RELEASE_BEFORE`: a commit. Without it, the newest one that is a day older than what is checked out. */
async function commitBefore(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  const asked = process.env.RELEASE_BEFORE;
  if (asked) return git('rev-parse', '--short', `${asked}^{commit}`);
  const at = Number(await git('log', '-1', '--format=%ct'));
  const found = await git('rev-list', '-1', '--abbrev-commit', `--before=${at - 24 * 60 * 60}`, 'HEAD');
  if (found === '')
    throw new Error('No commit is a day older. Clone the whole history, or set RELEASE_BEFORE.');
  return found;
}

/** Clones, installs and builds it in a folder of its own. Needs the registry, as every first start does. */
export async function buildEarlierRelease(): Promise<EarlierRelease> {
  const commit = await commitBefore();
  const place = await mkdtemp(join(tmpdir(), 'parley-earlier-'));
  // Readable for all: under root, the database runs as another user.
  await chmod(place, 0o755);
  const folder = join(place, 'parley');
  await run('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  await run('git', ['checkout', '--quiet', commit], { cwd: folder });
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  await run(process.execPath, ['-e', prepare], { cwd: folder, env: { ...process.env, PATH } });
  return {
    commit,
    entry: join(folder, 'apps/server/dist/killable-server.js'),
    [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
  };
}
