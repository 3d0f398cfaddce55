/**
 * Writes the server and the packages it uses into a few files in `dist/`. Started from its sources it has to find, read and
 * link 1,400 modules, which takes longer than everything else until it is ready.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const folder = join(import.meta.dirname, '..');
const output = join(folder, 'dist');

/** The product, and four servers of the tests and the bench. */
const entries = {
  main: 'src/main.ts',
  'killable-server': 'testing/killable-server.ts',
  'heap-reporting-server': 'testing/heap-reporting-server.ts',
  'audit-switch-server': 'testing/audit-switch-server.ts',
  'campaign-ticks-server': 'testing/campaign-ticks-server.ts',
};

const isEntry = (id: string) => Object.values(entries).includes(relative(folder, id));

/** A running server may still load files of the bundle that it was started from. */
const keptMs = 24 * 3600 * 1000;

/** Modules find the files beside their sources: the bundle contains code only. */
const sourcePaths: Plugin = {
  name: 'source-paths',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null;
    const path = (to: string) => JSON.stringify(relative(output, to));
    const from = (to: string) =>
      `process.getBuiltinModule('node:path').join(import.meta.dirname, ${path(to)})`;
    return (
      code
        // What is required in this way is bundled too.
        .replace(/^const require = createRequire\(import\.meta\.url\);$/m, '')
        .replace(/\bimport\.meta\.url\b/g, `new URL(${path(id)}, import.meta.url).href`)
        .replace(/\bimport\.meta\.(dirname|filename)\b/g, (_, what) =>
          from(what === 'filename' ? id : dirname(id)),
        )
    );
  },
};

/** The carrier's client has a folder for each of its products and loads those in use; the one that we use is bundled. */
const carrierProducts: Plugin = {
  name: 'carrier-products',
  resolveId(source, importer) {
    if (!importer?.endsWith('/twilio/lib/rest/Twilio.js') || !/^\.\/(?!Api$)\w+$/.test(source)) return null;
    return { id: `twilio/lib/rest/${source.slice(2)}.js`, external: true };
  },
};

const bundle = await rolldown({
  cwd: folder,
  input: entries,
  platform: 'node',
  // Optional packages that are not installed.
  external: ['pg-native', 'cloudflare:sockets'],
  plugins: [sourcePaths, carrierProducts],
});
const { output: written } = await bundle.write({
  dir: output,
  // Log lines and messages contain the names of classes.
  keepNames: true,
  codeSplitting: { groups: [{ name: 'server', tags: ['$initial'], test: (id) => !isEntry(id) }] },
});
await bundle.close();
await removeOldFiles(new Set(written.map(({ fileName }) => fileName)));

async function removeOldFiles(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(output)) {
    if (current.has(name) || !name.endsWith('.js')) continue;
    const path = join(output, name);
    if ((await stat(path)).mtimeMs < Date.now() - keptMs) await rm(path);
  }
}
