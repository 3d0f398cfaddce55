/**
 * `npm run mutate`: puts small mistakes into SQL and guards, one at a time, and runs the tests that have to fail.
 * `npm run mutate -- call-store template-store` does so for some files. Survivors are listed; the known ones, with the
 * reason, are in docs/mutations.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { targets } = await import('./lib/mutation-targets.mjs');
const { knownSurvivors, mutationsOf } = await import('./lib/mutations.mjs');
const { root } = await import('./lib/project.mjs');
const { openCluster, runTests } = await import('./lib/mutation-run.mjs');

const asked = process.argv.slice(2);
const chosen = targets.filter(({ file }) => asked.length === 0 || asked.some((name) => file.includes(name)));
if (chosen.length === 0) {
  console.error(
    `No file is named like "${asked.join(' ')}". The files are listed in scripts/lib/mutation-targets.mjs.`,
  );
  process.exit(1);
}

await prepare({});
const known = knownSurvivors(readFileSync(join(root, 'docs/mutations.md'), 'utf8'));
const survivors = [];
let count = 0;
const cluster = await openCluster();
for (const target of chosen) {
  const { file } = target;
  const path = join(root, file);
  const original = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, original);
  // A stopped run must not leave a mutation in the file.
  const stop = () => {
    restore();
    process.exit(130);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const began = Date.now();
    if (!(await runTests(target, cluster)))
      throw new Error(`The tests of ${file} fail without any mutation.`);
    const timeoutMs = 2 * (Date.now() - began) + 10_000;
    for (const mutation of mutationsOf(original)) {
      count += 1;
      writeFileSync(path, mutation.text);
      const survived = await runTests(target, cluster, timeoutMs);
      const label = `${file}:${mutation.line} ${mutation.name}: ${mutation.before}`;
      const isKnown = known.has(`${file} ${mutation.name} ${mutation.source}`);
      console.log(`${survived ? (isKnown ? 'known   ' : 'SURVIVED') : 'noticed '} ${label}`);
      if (survived && !isKnown) survivors.push({ ...mutation, file });
    }
  } finally {
    restore();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
cluster.close();
console.log(`\n${count} mutations, ${survivors.length} survived that are not in docs/mutations.md`);
for (const { file, name, source } of survivors)
  console.log(`| \`${file}\` | ${name} | \`${source}\` | why |`);
process.exitCode = survivors.length > 0 ? 1 : 0;
