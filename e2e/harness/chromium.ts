import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usualPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of the tests: CHROMIUM_PATH, an installed one, or Playwright's. */
export function chromiumPath(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return named;
  return usualPaths.find((place) => existsSync(place)) ?? chromium.executablePath();
}

/** The headless shell needs less CPU than a whole browser, so one more test runs at the same time. */
export const testsAtOnce = () => (chromiumPath().endsWith('headless-shell') ? 3 : 2);
