import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, rows } from './fake-server/screen.ts';

/** The real server and its sandbox carrier at double speed. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '2' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const transcript = (page: Page) => page.getByRole('region', { name: 'Call Transcript' });

/** Records every number of transcript entries shown while the call could be ended. A reload would clear it. */
async function watchEntries(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    const look = () => {
      const buttons = [...document.querySelectorAll('main button')];
      if (!buttons.some(({ textContent }) => textContent === 'End Call')) return;
      const entries = document.querySelectorAll('[aria-labelledby] ol > li').length;
      if (counts.at(-1) !== entries) counts.push(entries);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  });
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
}

test('the page of a live call shows its entries, status, End Call and summary as they change', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page
    .getByLabel('Instructions')
    .fill('Remind Ann Lee of the check-up on Tuesday at ten and ask whether the time still suits.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005550010');
  const entries = transcript(page).getByRole('listitem');
  const counts = await watchEntries(page);

  await expect(page.getByText('in-progress', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'AI Summary' })).toHaveCount(0);
  await expect(entries.first()).toContainText('this is the AI assistant of GS Dental.', { timeout: 60_000 });
  await expect(entries.nth(3)).toBeVisible({ timeout: 60_000 });

  await expect(page.getByText('completed', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'AI Summary' })).toContainText('The other party confirmed', {
    timeout: 30_000,
  });
  await expect(entries.last()).toContainText('Goodbye.');
  const seen = await counts();
  const grown = seen.filter((count, n) => n === 0 || count > (seen[n - 1] ?? 0));
  expect(grown.length, `entries seen: ${seen.join(', ')}`).toBeGreaterThanOrEqual(4);
});
