import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumPath, concurrentTests } from './harness/chromium.ts';

const cache = fileURLToPath(new URL('../.cache/e2e/', import.meta.url));

export default defineConfig({
  globalSetup: '../scripts/lib/build-server.mjs',
  testDir: '.',
  testMatch: ['{tests,desk,attack,handset}/**/*.spec.ts'],
  outputDir: `${cache}results`,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Each worker has a server and a database of its own.
  workers: concurrentTests(),
  // The machine may be shared and runs servers beside the browser: one retry, and tests that needed it are listed as flaky.
  retries: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A report for programs: --reporter=list,json with PLAYWRIGHT_JSON_OUTPUT_FILE.
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // Recording every test costs a fifth of the time; for one that fails: npx playwright test NAME --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        // No network requests of the browser itself.
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // There is no GPU; without this flag Chromium emulates one.
        '--disable-gpu',
      ],
    },
  },
});
