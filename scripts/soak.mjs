/** `npm run soak`: the load, attack and limit suites with their full figures. `npm run soak -- NAME` runs a part. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { runAll } = await import('./lib/run-all.mjs');
const { runSoak } = await import('./lib/suites.mjs');

try {
  await prepare({ web: true, server: true });
  process.exitCode = await runAll([['soak', () => runSoak(process.argv.slice(2))]]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
