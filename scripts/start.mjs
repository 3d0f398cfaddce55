/** `npm start`: installs what is missing, builds the web when its sources changed, and runs the server. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { join } = await import('node:path');
const { prepare } = await import('./lib/prepare.mjs');
const { projectNode, root, toolEnvironment } = await import('./lib/project.mjs');
const { runInForeground } = await import('./lib/foreground.mjs');

try {
  await prepare({ web: true });
  const args = [`--env-file-if-exists=${join(root, '.env')}`, join(root, 'apps/server/src/main.ts')];
  const server = { file: projectNode(), args, options: { cwd: root, env: toolEnvironment() } };
  process.exitCode = await runInForeground([server]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
