/** `npm start`: installs what is missing, builds the web when its sources changed, and runs the server. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { serverCommand } = await import('./lib/project.mjs');
const { runInForeground } = await import('./lib/foreground.mjs');

try {
  await prepare({ web: true });
  process.exitCode = await runInForeground([serverCommand('apps/server/src/main.ts')]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
