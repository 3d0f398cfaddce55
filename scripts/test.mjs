/** `npm test`: everything that can be tested; `npm test -- unit|integration|browser` runs a part. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { runAll } = await import('./lib/run-all.mjs');
const { runStaticChecks } = await import('./lib/static-checks.mjs');
const { runBrowser, runIntegration, runUnit } = await import('./lib/suites.mjs');

const parts = {
  unit: [
    ['types and lint', runStaticChecks],
    ['unit', runUnit],
  ],
  integration: [['integration', runIntegration]],
  browser: [['browser', runBrowser]],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}". The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

try {
  const chosen = asked.length > 0 ? asked : Object.keys(parts);
  const product = chosen.includes('integration') || chosen.includes('browser');
  await prepare({ web: product, server: product });
  process.exitCode = await runAll(chosen.flatMap((name) => parts[name]));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
