import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser the tests run in: the one that was named, the machine's own, or Playwright's. */
export function chromiumPath(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return named;
  return usualPlaces.find((place) => existsSync(place)) ?? chromium.executablePath();
}

/** A browser without its windows leaves room for one test more; a whole one needs a core for each. */
export const testsAtOnce = () => (chromiumPath().endsWith('headless-shell') ? 3 : 2);
