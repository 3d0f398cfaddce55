import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { candidates, HEADLESS, isProgram } from './chromium-paths.mjs';
import { bin, projectNode, root, toolEnvironment } from './project.mjs';
import { runQuietly } from './quiet-command.mjs';

export async function findOrInstallChromium() {
  if (process.env.CHROMIUM_PATH && !isProgram(process.env.CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH is not an executable file: ${process.env.CHROMIUM_PATH}`);
  }
  const found = find();
  if (found !== undefined && (process.env.CHROMIUM_PATH || found.endsWith(HEADLESS) || !canInstallPackages()))
    return found;
  await install().catch((error) => {
    if (found === undefined) throw error;
  });
  const installed = find();
  if (installed === undefined) {
    throw new Error('No Chromium was found. Install one and set CHROMIUM_PATH to its program.');
  }
  return installed;
}

function find() {
  const { env, platform } = process;
  return candidates({ env, platform, playwrightPath: playwrightPath() }).find(isProgram);
}

/** Root on Debian, as in a container: packages can be installed. */
function canInstallPackages() {
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

async function install() {
  const env = toolEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  if (canInstallPackages()) {
    const get = (name) => `apt-get install -qy --no-install-recommends --no-remove ${name}`;
    const script = `apt-get update -q && { ${get(HEADLESS)} || ${get('chromium')}; }`;
    const title = 'Installing Chromium without a window (Debian package, once)';
    await runQuietly(title, '/bin/sh', ['-c', script], { cwd: root, env });
    return;
  }
  await runQuietly('Installing Chromium (once)', join(bin, 'playwright'), ['install', 'chromium'], {
    cwd: root,
    env,
  });
}

/** The path of the build that this Playwright downloads, whether it exists or not. */
function playwrightPath() {
  const ask = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  try {
    return execFileSync(projectNode(), ['-e', ask], { cwd: join(root, 'e2e'), encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
