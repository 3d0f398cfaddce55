import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startFakeServer } from './desk/fake-server/listen.ts';
import { admin, signUp } from './harness/accounts.ts';
import { chromiumPath } from './harness/chromium.ts';
import { root } from './harness/project.ts';
import { startServer } from './harness/server.ts';
import { fakeServerScreens } from './screenshots/fake-server-screens.ts';
import { type HandsetShot, handsetScreens, startPreparedLab } from './screenshots/handset-screens.ts';
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
  printed?: boolean;
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
  try {
    const page = await context.newPage();
    await scene.show(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // A page that is scrolled would show what sticks to the window in its middle.
    if (scene.windowOnly !== true) await page.evaluate(() => window.scrollTo(0, 0));
    const path = join(folder, `${scene.name}-${theme}-${width}`);
    if (scene.printed === true) await page.pdf({ path: `${path}.pdf`, preferCSSPageSize: true });
    else await page.screenshot({ path: `${path}.png`, fullPage: scene.windowOnly !== true });
  } finally {
    await context.close();
  }
}

const failed: string[] = [];

/** One screen that cannot be brought into its state does not cost the pictures of the others. */
async function inAllLooks(name: string, one: (look: (typeof looks)[number]) => Promise<void>): Promise<void> {
  for (const look of looks) {
    try {
      await one(look);
    } catch (error) {
      failed.push(`${name}-${look.theme}-${look.width}`);
      process.stderr.write(`${failed.at(-1)}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  process.stdout.write(`${name}\n`);
}

async function takeFromServer(browser: Browser, shots: readonly Shot[]): Promise<void> {
  if (shots.length === 0) return;
  const server = await startServer();
  try {
    const storageState = await signUp(server, admin);
    for (const { signedIn, ...shot } of shots) {
      const options = { baseURL: server.url, ...(signedIn ? { storageState } : {}) };
      await inAllLooks(shot.name, (look) => take(browser, { ...shot, options }, look));
    }
  } finally {
    await server.stop();
  }
}

async function takeFromFakeServer(browser: Browser, shots: readonly FakeServerShot[]): Promise<void> {
  for (const { fakeServer: prepare, show, ...shot } of shots) {
    await inAllLooks(shot.name, async (look) => {
      const fakeServer = prepare();
      const listening = await startFakeServer(fakeServer);
      const options = { baseURL: listening.url };
      try {
        await take(browser, { ...shot, options, show: (page) => show(page, fakeServer) }, look);
      } finally {
        await listening.stop();
      }
    });
  }
}

async function takeFromHandset(browser: Browser, shots: readonly HandsetShot[]): Promise<void> {
  for (const shot of shots) {
    await inAllLooks(shot.name, async (look) => {
      const lab = await startPreparedLab(shot);
      const options = { baseURL: lab.url, colorScheme: look.theme };
      try {
        await take(browser, { name: shot.name, options, show: shot.show }, look);
      } finally {
        await lab.stop();
      }
    });
  }
}

await mkdir(folder, { recursive: true });
const real = serverScreens.filter(isWanted);
const fake = fakeServerScreens.filter(isWanted);
const handset = handsetScreens.filter(isWanted);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  if (words.includes('readme')) await takeReadmePictures(browser);
  await takeFromServer(browser, real);
  await takeFromFakeServer(browser, fake);
  await takeFromHandset(browser, handset);
  const count = (real.length + fake.length + handset.length) * looks.length - failed.length;
  process.stdout.write(`${count} pictures in .cache/screenshots\n`);
  if (failed.length > 0) {
    process.stderr.write(`Not taken: ${failed.join(', ')}\n`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
}
