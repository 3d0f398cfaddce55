import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, rows } from './stand-in/screen.ts';

/** The real server with its sandbox carrier, fast enough for a test and slow enough to be watched. */
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

/** Writes down every number of lines that is to be seen; gone with the page, should it be loaded again. */
async function watchLines(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    const look = () => {
      const lines = document.querySelectorAll('[aria-labelledby] ol > li').length;
      if (counts.at(-1) !== lines) counts.push(lines);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  });
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
}

test('a running call is followed on its page: lines, status, the way to end it, and the summary', async ({
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
  const lines = transcript(page).getByRole('listitem');
  const counts = await watchLines(page);

  await expect(page.getByText('in-progress', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'AI Summary' })).toHaveCount(0);
  await expect(lines.first()).toContainText('this is the AI assistant of GS Dental.', { timeout: 60_000 });
  await expect(lines.nth(3)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('in-progress', { exact: true })).toBeVisible();

  await expect(page.getByText('completed', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'AI Summary' })).toContainText('The other party confirmed', {
    timeout: 30_000,
  });
  await expect(lines.last()).toContainText('Goodbye.');
  const seen = await counts();
  const grown = seen.filter((count, n) => n === 0 || count > (seen[n - 1] ?? 0));
  expect(grown.length, `lines seen: ${seen.join(', ')}`).toBeGreaterThanOrEqual(4);
});
