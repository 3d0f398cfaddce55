import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

export interface Budget {
  name: string;
  /** Source files of the lazy chunks that the page loads on top of the entry. */
  chunks: readonly string[];
  maxGzipBytes: number;
}

export interface BuiltChunk {
  fileName: string;
  facadeModuleId: string | null;
  isEntry: boolean;
  imports: readonly string[];
  code: string;
}

/** Fails the build when the JavaScript of a page's first load exceeds its budget. */
export function sizeBudget(budgets: readonly Budget[]): Plugin {
  return {
    name: 'parley:size-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        for (const budget of budgets) {
          const bytes = firstLoadBytes(chunks, budget.chunks);
          const line = `first load of the ${budget.name}: ${kilobytes(bytes)} of ${kilobytes(budget.maxGzipBytes)} gzip`;
          if (bytes > budget.maxGzipBytes) this.error(`${line}. Load something later, or drop it.`);
          this.info(line);
        }
      },
    },
  };
}

/** The entry, the named chunks, and everything that these import statically: each file once. */
export function firstLoadBytes(chunks: readonly BuiltChunk[], sources: readonly string[]): number {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const wanted = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  for (const source of sources) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
    if (chunk === undefined) throw new Error(`No chunk is made of ${source}; is it still loaded lazily?`);
    wanted.push(chunk.fileName);
  }
  const loaded = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    wanted.push(...(byName.get(name)?.imports ?? []));
  }
  return [...loaded].reduce(
    (sum, name) => sum + gzipSync(byName.get(name)?.code ?? '', { level: 9 }).length,
    0,
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
