/** `npm run bench`: how fast, against what limit. `npm run bench -- history|voice|web|start` measures a part. */
import { requireMachine } from './lib/requirements.mjs';

requireMachine();
const { join } = await import('node:path');
const { findOrInstallChromium } = await import('./lib/chromium.mjs');
const { prepare } = await import('./lib/prepare.mjs');
const { projectNode, root, toolEnvironment } = await import('./lib/project.mjs');
const { runVisibly } = await import('./lib/visible-command.mjs');

const asked = process.argv.slice(2);
const names = asked.filter((word) => !word.startsWith('-'));

try {
  await prepare({ web: true, server: true });
  const browser = names.length === 0 || names.includes('web');
  const env = toolEnvironment(browser ? { CHROMIUM_PATH: await findOrInstallChromium() } : {});
  const args = [join(root, 'bench/run.ts'), ...asked];
  process.exitCode = (await runVisibly(projectNode(), args, { cwd: root, env })).code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
