/** `npm run screenshots`: a picture of every screen, light and dark, wide and narrow, in .cache/screenshots. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { join } = await import('node:path');
const { findOrInstallChromium } = await import('./lib/chromium.mjs');
const { prepare } = await import('./lib/prepare.mjs');
const { projectNode, root, toolEnvironment } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/visible-command.mjs');

try {
  await prepare({ web: true, server: true });
  const env = toolEnvironment({ CHROMIUM_PATH: await findOrInstallChromium() });
  const args = [join(root, 'e2e/screenshots.ts'), ...process.argv.slice(2)];
  process.exitCode = (await runVisibly(projectNode(), args, { cwd: root, env })).code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
