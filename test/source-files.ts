import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '..');

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** The file it names, for imports of our own; null for packages. */
  readonly target: string | null;
}

const statement = /^\s*(?:import|export)\s+[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const ownPackages: Record<string, string> = {
  '@parley/contract': 'packages/contract/src/index.ts',
  '@parley/phone-lab': 'packages/phone-lab/src/index.ts',
};

/** The files of the repository whose names match, tracked or about to be; all TypeScript by default. */
export function readSourceFiles(names: readonly string[] = ['*.ts', '*.tsx']): SourceFile[] {
  const paths = listFiles(names);
  const known = new Set(paths);
  return paths.flatMap((path) => {
    const text = readIfThere(path);
    return text === null ? [] : [{ path, text, imports: importsOf(path, text, known) }];
  });
}

export function listFiles(names: readonly string[]): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', ...names];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    // Listed, but removed in the working tree.
    return null;
  }
}

export function importsOf(path: string, text: string, known: ReadonlySet<string>): Import[] {
  const found: Import[] = [];
  for (const [, from, bare] of text.matchAll(statement))
    found.push(importOf(path, from ?? bare ?? '', known));
  for (const [, specifier] of text.matchAll(dynamic)) found.push(importOf(path, specifier ?? '', known));
  return found;
}

function importOf(path: string, specifier: string, known: ReadonlySet<string>): Import {
  if (!specifier.startsWith('.')) return { specifier, target: ownPackages[specifier] ?? null };
  const plain = normalize(join(dirname(path), specifier)).replaceAll('\\', '/');
  const target = [plain, `${plain}.ts`, `${plain}.tsx`].find((candidate) => known.has(candidate)) ?? plain;
  return { specifier, target };
}
