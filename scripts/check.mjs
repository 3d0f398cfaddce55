/** `npm run check`: types, lint and unit tests, the loop to run before every commit. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { runAll } = await import('./lib/run-all.mjs');
const { runStaticChecks } = await import('./lib/static-checks.mjs');
const { runQuickUnit } = await import('./lib/suites.mjs');

try {
  await prepare({});
  process.exitCode = await runAll([
    ['types and lint', runStaticChecks],
    ['unit', runQuickUnit],
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
