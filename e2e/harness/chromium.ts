import { chromium } from '@playwright/test';
import { candidates, HEADLESS, isProgram } from '../../scripts/lib/chromium-paths.mjs';

/** The browser of the tests: CHROMIUM_PATH, the machine's own, or the one that Playwright downloads. */
export function chromiumPath(): string {
  const { env, platform } = process;
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const playwrightPath = chromium.executablePath();
  return candidates({ env, platform, playwrightPath }).find(isProgram) ?? playwrightPath;
}

/** The headless shell leaves room for one more test at a time; a whole browser needs a core for each. */
export const concurrentTests = () => (chromiumPath().endsWith(HEADLESS) ? 3 : 2);
