import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, projectNode, root, toolEnvironment } from './project.mjs';
import { runQuietly } from './quiet-command.mjs';

/** Chromium without its windows: the same pages for half the work. */
const LIGHT = 'chromium-headless-shell';
const NAMES = [LIGHT, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Where a Chromium usually is, best guess first. */
export function candidates({ env, platform, playwrightPath }) {
  const folders = [
    '/usr/bin',
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/')),
  ];
  const apps = platform === 'darwin' ? ['/Applications', join(env.HOME ?? '/', 'Applications')] : [];
  return [
    ...(env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : []),
    ...NAMES.flatMap((name) => [...new Set(folders)].map((folder) => join(folder, name))),
    ...apps.flatMap((folder) => MAC_APPS.map((app) => join(folder, app))),
    ...(playwrightPath ? [playwrightPath] : []),
  ];
}

export async function findOrInstallChromium() {
  if (process.env.CHROMIUM_PATH && !isProgram(process.env.CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH names no program: ${process.env.CHROMIUM_PATH}`);
  }
  const found = find();
  if (found !== undefined && (process.env.CHROMIUM_PATH || found.endsWith(LIGHT) || !ownsDebian()))
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
  return candidates({ env, platform, playwrightPath: playwrightsOwn() }).find(isProgram);
}

/** As in a container, where one is root and installs what is needed. */
function ownsDebian() {
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

async function install() {
  const env = toolEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  if (ownsDebian()) {
    const get = (name) => `apt-get install -qy --no-install-recommends --no-remove ${name}`;
    const script = `apt-get update -q && { ${get(LIGHT)} || ${get('chromium')}; }`;
    const title = 'Installing Chromium without its windows (Debian package, once)';
    await runQuietly(title, '/bin/sh', ['-c', script], { cwd: root, env });
    return;
  }
  await runQuietly('Installing Chromium (once)', join(bin, 'playwright'), ['install', 'chromium'], {
    cwd: root,
    env,
  });
}

/** The path of the build that this Playwright would download, there or not. */
function playwrightsOwn() {
  const ask = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  try {
    return execFileSync(projectNode(), ['-e', ask], { cwd: join(root, 'e2e'), encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
