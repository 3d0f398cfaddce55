import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

export interface Budget {
  name: string;
  /** Source files of the lazy chunks that the page loads on top of the entry. */
  chunks: readonly string[];
  maxGzipBytes: number;
  /** Each file costs a request, and the browser more time than its few bytes. */
  maxFiles: number;
  /** The limit of the page's own code. */
  own?: { besides: Besides; maxGzipBytes: number };
}

/** What does not count as a page's own code. */
export interface Besides {
  /** Source files of the lazy chunks of a page that is open before. */
  pageBefore: readonly string[];
  /** Names of chunks that consist of a library. */
  libraries: readonly string[];
}

export interface BuiltChunk {
  name: string;
  fileName: string;
  facadeModuleId: string | null;
  isEntry: boolean;
  imports: readonly string[];
  code: string;
}

/** Fails the build when the JavaScript of a page's first load exceeds its budget, in bytes or in files. */
export function sizeBudget(budgets: readonly Budget[]): Plugin {
  return {
    name: 'parley:size-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const check = (what: string, bytes: number, max: number) => {
          const line = `${what}: ${kilobytes(bytes)} of ${kilobytes(max)} gzip`;
          if (bytes > max) this.error(`${line}. Load something later, or drop it.`);
          this.info(line);
        };
        for (const { name, chunks: sources, maxGzipBytes, maxFiles, own } of budgets) {
          check(`first load of the ${name}`, firstLoadBytes(chunks, sources), maxGzipBytes);
          const files = firstLoadFiles(chunks, sources);
          const line = `files of the ${name}: ${files} of ${maxFiles}`;
          if (files > maxFiles) this.error(`${line}. Put what its pages share into one file.`);
          this.info(line);
          if (own === undefined) continue;
          const bytes = ownBytes(chunks, sources, own.besides);
          check(`own code of the ${name}`, bytes, own.maxGzipBytes);
        }
      },
    },
  };
}

/** The entry, the named chunks, and everything that these import statically: each file once. */
export function firstLoadBytes(chunks: readonly BuiltChunk[], sources: readonly string[]): number {
  return gzipBytes(firstLoad(chunks, sources));
}

export const firstLoadFiles = (chunks: readonly BuiltChunk[], sources: readonly string[]): number =>
  firstLoad(chunks, sources).size;

/** What a page loads on top of the page before it, without libraries. */
export function ownBytes(
  chunks: readonly BuiltChunk[],
  sources: readonly string[],
  { pageBefore, libraries }: Besides,
): number {
  const added = firstLoad(chunks, sources).difference(firstLoad(chunks, pageBefore));
  return gzipBytes([...added].filter(({ name }) => !libraries.includes(name)));
}

function firstLoad(chunks: readonly BuiltChunk[], sources: readonly string[]): Set<BuiltChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const wanted = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  for (const source of sources) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
    if (chunk === undefined) throw new Error(`No chunk is made of ${source}; is it still loaded lazily?`);
    wanted.push(chunk.fileName);
  }
  const loaded = new Set<BuiltChunk>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const chunk = byName.get(name);
    if (chunk === undefined || loaded.has(chunk)) continue;
    loaded.add(chunk);
    wanted.push(...chunk.imports);
  }
  return loaded;
}

function gzipBytes(chunks: Iterable<BuiltChunk>): number {
  return [...chunks].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
