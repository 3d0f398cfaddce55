import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';

export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A package registry on this machine that offers what a repository has installed. With it a test installs packages in the way
 * that everybody does, and needs neither the network nor npm's cache.
 */
export async function startRegistry(repository: string): Promise<LocalRegistry> {
  const folders = installedFolders(repository);
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').slice(1);
    const [name = '', version] = path.split('/-/');
    const versions = folders.get(name);
    if (!versions) return response.writeHead(404).end('{}');
    if (version === undefined) return response.end(JSON.stringify(describe(name, versions, url())));
    const folder = versions.get(version);
    if (!folder) return response.writeHead(404).end();
    // npm recognizes archives that are not compressed, and leaves out the name of their first folder.
    const args = ['-cf', '-', '--exclude=node_modules', '-C', dirname(folder), basename(folder)];
    spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Where each version of each package is; the one that most packages share comes first. */
function installedFolders(repository: string): Map<string, Map<string, string>> {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const folders = new Map<string, Map<string, string>>();
  for (const [path, { version, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const folder = join(repository, path);
    if (!path.includes('node_modules/') || link || !version || !existsSync(folder)) continue;
    const versions = folders.get(name) ?? new Map<string, string>();
    folders.set(name, versions.set(version, folder));
  }
  return folders;
}

function describe(name: string, versions: ReadonlyMap<string, string>, url: string): object {
  const about = [...versions].map(([version, folder]) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    return [version, { ...manifest, dist: { tarball: `${url}/${name}/-/${version}` } }];
  });
  return { name, 'dist-tags': { latest: [...versions.keys()][0] }, versions: Object.fromEntries(about) };
}
