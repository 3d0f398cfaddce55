import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without a window: the same pages for half the work. */
export const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Where a Chromium usually is, the preferred one first.
 *
 * @param {{ env: NodeJS.ProcessEnv, platform: string, playwrightPath: string | undefined }} machine
 * @returns {string[]}
 */
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

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
