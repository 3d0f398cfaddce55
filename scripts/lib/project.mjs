import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const bin = join(root, 'node_modules', '.bin');
export const cache = join(root, '.cache');

/** Children find the project's own Node and tools first, and share a compile cache. */
export function toolEnvironment(extra = {}) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: join(cache, 'node'),
    ...extra,
  };
}

/** A workspace's own version of a tool, or the project's. */
export function toolOf(workspace, name) {
  const own = join(root, workspace, 'node_modules', '.bin', name);
  return existsSync(own) ? own : join(bin, name);
}

/** The Node that the project installs; the machine's own where there is none for its platform. */
export function projectNode() {
  const own = join(bin, 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `Parley includes no Node.js for ${process.platform} on ${process.arch}. Install Node.js 24 or newer and start again.`,
  );
}

/** The arguments and environment that run a program of the server with its settings file. */
export function serverCommand(...args) {
  const settings = join(root, '.env');
  return {
    file: projectNode(),
    args: [...(existsSync(settings) ? [`--env-file=${settings}`] : []), ...args],
    options: { cwd: root, env: toolEnvironment() },
  };
}
