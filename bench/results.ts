import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Figure } from './report.ts';

export const root = join(import.meta.dirname, '..');

/** The record of a run: what was measured, of which code, on which machine. */
export interface Results {
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  readonly date: string;
  readonly figures: readonly Figure[];
}

export function resultsOf(figures: readonly Figure[]): Results {
  return {
    commit: commit(),
    machine: machine(),
    node: process.version,
    date: new Date().toISOString(),
    figures: figures.map(({ value, limit, ratio, ...figure }) => ({
      ...figure,
      value: rounded(value),
      ...(limit !== undefined && { limit: rounded(limit) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
    })),
  };
}

export function writeResults(file: string, results: Results): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`;
}

/** The commit, marked where the sources differ from it. */
function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    const changed = git(
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      'apps',
      'packages',
      'bench/*.ts',
    );
    return `${git('rev-parse', '--short=10', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

const rounded = (value: number) => Number(value.toPrecision(6));
