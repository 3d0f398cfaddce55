import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { admin, type StorageState, signUp } from './harness/accounts.ts';
import { chromiumPath } from './harness/chromium.ts';
import { root } from './harness/project.ts';
import { startServer } from './harness/server.ts';
import { plainScreens } from './screenshots/plain-screens.ts';
import type { Shot } from './screenshots/shot.ts';

/** `npm run screenshots -- landing dashboard` takes only those whose name contains a word. */
const words = process.argv.slice(2);
const shots = plainScreens.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const folder = join(root, '.cache/screenshots');

const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 360, height: 740 },
  { theme: 'dark', width: 360, height: 740 },
] as const;

async function take(browser: Browser, baseURL: string, shot: Shot, state: StorageState): Promise<void> {
  for (const { theme, width, height } of looks) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width, height },
      reducedMotion: 'reduce',
      locale: 'en-US',
      ...(shot.signedIn ? { storageState: state } : {}),
    });
    await context.addInitScript((dark) => localStorage.setItem('darkMode', String(dark)), theme === 'dark');
    const page = await context.newPage();
    await shot.show(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const path = join(folder, `${shot.name}-${theme}-${width}.png`);
    await page.screenshot({ path, fullPage: shot.windowOnly !== true });
    await context.close();
  }
}

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  const state = await signUp(server, admin);
  for (const shot of shots) {
    await take(browser, server.url, shot, state);
    process.stdout.write(`${shot.name}\n`);
  }
  process.stdout.write(`${shots.length * looks.length} pictures in .cache/screenshots\n`);
} finally {
  await browser.close();
  await server.stop();
}
