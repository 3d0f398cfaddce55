import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What npm says it installed, against what the lock asks for. */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return wanted !== undefined && found !== undefined && matches(wanted, found);
}

/** Optional packages may be missing (another platform's); everything else must be there, and nothing besides. */
export function matches(wanted, found) {
  const inNodeModules = ([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/');
  for (const [path, entry] of Object.entries(wanted).filter(inNodeModules)) {
    const there = found[path];
    if (there === undefined) {
      if (entry.optional || entry.devOptional) continue;
      return false;
    }
    if (there.version !== entry.version || there.integrity !== entry.integrity) return false;
  }
  return Object.entries(found)
    .filter(inNodeModules)
    .every(([path]) => wanted[path] !== undefined);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
