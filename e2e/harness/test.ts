import { test as base, expect, type Page } from '@playwright/test';
import { type Account, admin, type StorageState, signUp } from './accounts.ts';
import { type RunningServer, startServer } from './server.ts';

interface WorkerFixtures {
  /** One server per worker, with its first account made. */
  server: RunningServer;
  adminState: StorageState;
}

interface TestFixtures {
  /** Console errors that this test expects. Any other one fails it. */
  expectedErrors: RegExp[];
  /** A page of the signed-in administrator. */
  adminPage: Page;
  account: Account;
  watchdog: undefined;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  adminState: [async ({ server }, use) => use(await signUp(server, admin)), { scope: 'worker' }],
  account: admin,
  baseURL: ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),
  adminPage: async ({ context, adminState, page }, use) => {
    await context.addCookies(adminState.cookies);
    await use(page);
  },
  watchdog: [
    async ({ context, expectedErrors }, use) => {
      const errors = await watch(context);
      await use(undefined);
      const surprising = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(surprising, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects uncaught errors, logged errors and violations of the content security policy. */
async function watch(context: import('@playwright/test').BrowserContext): Promise<string[]> {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP report: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return errors;
}

export { expect };
