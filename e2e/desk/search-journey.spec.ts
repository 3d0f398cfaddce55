import type { StorageState } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, expectToast, rows } from './fake-server/screen.ts';

/** The real server; its sandbox carrier runs at speed 5. */
const test = base.extend<object, { server: RunningServer; adminState: StorageState }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '5' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const list = '/app/voice-agents';
const calls = [
  ['+15005550010', 'Remind Ann Lee of the fitting of her crown on Tuesday at 10 and ask whether it suits.'],
  ['+15005550101', 'Remind Bo Diaz of the fitting of his crown on Friday at 9 and ask whether it suits.'],
  ['+15005550102', 'Remind Cy Ito of the yearly check-up on Monday at 8 and ask whether it suits.'],
] as const;

test('a call is found by three words and the last four digits, opened at what was said, and kept as a view', async ({
  adminPage: page,
}) => {
  test.setTimeout(240_000);
  await page.goto(list);
  for (const [number, instructions] of calls) {
    await page.getByRole('button', { name: 'New Call' }).click();
    await choose(page, 'Select Agent', 'GS Dental');
    await page.getByLabel('Phone Number').fill(number);
    await page.getByLabel('Instructions').fill(instructions);
    await page.getByRole('button', { name: 'Place Call' }).click();
    await expectToast(page, `Call to ${number} initiated successfully!`);
  }
  await expect(rows(page).filter({ hasText: /completed|no-answer|busy|failed/ })).toHaveCount(3, {
    timeout: 120_000,
  });

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search calls')).toBeFocused();
  await page.keyboard.type('remind fitting crown');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.type(' 0010');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(calls[0][0]);
  await expect(rows(page).locator('mark').first()).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view...' }).click();
  await page.getByLabel('Name').fill('Crown of Ann');
  await page.keyboard.press('Enter');
  await expectToast(page, 'View "Crown of Ann" saved');

  await rows(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(calls[0][0]);
  await expect(page.locator('main mark').first()).toBeInViewport();
  await page.getByRole('link', { name: 'Back to Calls' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Crown of Ann' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a live call that fits joins the results without being asked for', async ({ adminPage: page }) => {
  test.setTimeout(180_000);
  await page.goto(`${list}?q=umbrella`);
  await expect(page.getByText(/^No call fits\./)).toBeVisible();
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill('Say that the umbrella was found and ask whether to keep it.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('completed', { timeout: 90_000 });
});
