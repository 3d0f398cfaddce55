/** Measures the parts that were asked for, or all of them, and prints one table. */
import { join } from 'node:path';
import { removeAllDataDirs } from './desk/product.ts';
import { documentResults } from './document.ts';
import { isPart, measurePart, type PartName, parts } from './parts.ts';
import { type Figure, reached, table } from './report.ts';
import { resultsOf, root, writeResults } from './results.ts';
import { hasSizeSetting } from './size-settings.ts';

const asked = process.argv.slice(2).filter((word) => word !== '--smoke');
const smoke = process.argv.includes('--smoke');
const unknown = asked.find((name) => !isPart(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const names = asked.length > 0 ? asked.filter(isPart) : (Object.keys(parts) as PartName[]);

const started = Date.now();
const log = (line: string) => console.log(`${clock().padStart(6)}  ${line}`);
const clock = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void removeAllDataDirs().finally(() => process.exit(130)));
}

const figures: Figure[] = [];
for (const name of names) {
  log(name);
  try {
    figures.push(...(await measurePart(name, { smoke, log })));
  } catch (error) {
    console.error(`The part "${name}" was not measured:`, error);
    process.exitCode = 1;
    await removeAllDataDirs();
  }
}

const results = resultsOf(figures);
console.log(`\n${results.commit} · ${results.machine} · Node ${results.node} · ${results.date}\n`);
console.log(table(figures));
const judged = figures.map(reached).filter((met) => met !== undefined);
console.log(`\n${judged.filter(Boolean).length} of ${judged.length} reached, in ${clock()}`);

// The committed record, and the tables of docs/performance.md, are of a whole run at the sizes they state; anything else replaces
// nothing.
const whole = asked.length === 0 && !smoke && !hasSizeSetting(process.env) && process.exitCode === undefined;
const file = whole ? 'bench/results.json' : `.cache/bench/${smoke ? 'smoke' : names.join('-')}.json`;
writeResults(join(root, file), results);
if (whole) documentResults(results);
console.log(`Written to ${file}`);
