import type { Page } from '@playwright/test';
import { access } from './access-command.ts';
import { signUp } from './accounts.ts';
import type { RunningServer } from './server.ts';

/** Somebody with an account of their own, in a browser of their own. */
export async function colleague(
  page: Page,
  server: RunningServer,
  firstName: string,
  role: 'viewer' | 'admin',
): Promise<Page> {
  const account = {
    firstName,
    lastName: 'Berg',
    email: `${firstName.toLowerCase()}@example.com`,
    password: 'other plain words here',
  };
  const storageState = await signUp(server, account);
  await access(server, 'grant', account.email, role);
  const context = await page.context().browser()?.newContext({ baseURL: server.url, storageState });
  if (context === undefined) throw new Error('There is no browser.');
  return context.newPage();
}
