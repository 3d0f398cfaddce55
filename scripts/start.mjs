/** `npm start`: installs what is missing, builds web and server when their sources changed, and runs the server. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { prepare } = await import('./lib/prepare.mjs');
const { serverCommand } = await import('./lib/project.mjs');
const { runInForeground } = await import('./lib/foreground.mjs');

try {
  await prepare({ web: true, server: true });
  process.exitCode = await runInForeground([serverCommand('apps/server/dist/main.js')]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
