import type { Page } from '@playwright/test';

/** Opens a page until it knows after how many minutes it signs out: before that it counts none. */
export async function openWithIdlePolicy(page: Page, path: string): Promise<void> {
  const policy = page.waitForResponse('**/api/sign-in-policy');
  await page.goto(path);
  await (await policy).finished();
  await page.getByRole('heading', { level: 1 }).waitFor();
}
