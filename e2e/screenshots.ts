import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startFakeServer } from './desk/fake-server/listen.ts';
import { admin, signUp } from './harness/accounts.ts';
import { chromiumPath } from './harness/chromium.ts';
import { root } from './harness/project.ts';
import { startServer } from './harness/server.ts';
import { fakeServerScreens } from './screenshots/fake-server-screens.ts';
import { takeReadmePictures } from './screenshots/readme.ts';
import { serverScreens } from './screenshots/server-screens.ts';
import type { FakeServerShot, Shot } from './screenshots/shot.ts';

/**
 * `npm run screenshots -- landing dashboard` takes only those whose name contains a word; `-- readme` takes the pictures
 * of the README, in docs/images.
 */
const words = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) =>
  words.length === 0 || words.some((word) => name.includes(word));
const folder = join(root, '.cache/screenshots');

const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 360, height: 740 },
  { theme: 'dark', width: 360, height: 740 },
] as const;

interface Scene {
  name: string;
  windowOnly?: boolean;
  options: BrowserContextOptions;
  show: (page: Page) => Promise<void>;
}

async function take(browser: Browser, scene: Scene, look: (typeof looks)[number]): Promise<void> {
  const { theme, width, height } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    ...scene.options,
  });
  await context.addInitScript((dark) => localStorage.setItem('darkMode', String(dark)), theme === 'dark');
  const page = await context.newPage();
  await scene.show(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const path = join(folder, `${scene.name}-${theme}-${width}.png`);
  await page.screenshot({ path, fullPage: scene.windowOnly !== true });
  await context.close();
}

async function takeFromServer(browser: Browser, shots: readonly Shot[]): Promise<void> {
  if (shots.length === 0) return;
  const server = await startServer();
  try {
    const storageState = await signUp(server, admin);
    for (const { signedIn, ...shot } of shots) {
      const options = { baseURL: server.url, ...(signedIn ? { storageState } : {}) };
      for (const look of looks) await take(browser, { ...shot, options }, look);
      process.stdout.write(`${shot.name}\n`);
    }
  } finally {
    await server.stop();
  }
}

async function takeFromFakeServer(browser: Browser, shots: readonly FakeServerShot[]): Promise<void> {
  for (const { fakeServer: prepare, show, ...shot } of shots) {
    for (const look of looks) {
      const fakeServer = prepare();
      const listening = await startFakeServer(fakeServer);
      const options = { baseURL: listening.url };
      await take(browser, { ...shot, options, show: (page) => show(page, fakeServer) }, look);
      await listening.stop();
    }
    process.stdout.write(`${shot.name}\n`);
  }
}

await mkdir(folder, { recursive: true });
const real = serverScreens.filter(isWanted);
const fake = fakeServerScreens.filter(isWanted);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  if (words.includes('readme')) await takeReadmePictures(browser);
  await takeFromServer(browser, real);
  await takeFromFakeServer(browser, fake);
  process.stdout.write(`${(real.length + fake.length) * looks.length} pictures in .cache/screenshots\n`);
} finally {
  await browser.close();
}
