import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { choose, expectToast } from './fake-server/screen.ts';

/** A time zone in which it is about noon: the day does not change between a call and the report of it. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // These names count westwards.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** The sandbox carrier runs at speed 10. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '10', TIME_ZONE: zoneAtNoon() });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('P306: the first call takes the place of the example figures', async ({ adminPage: page }) => {
  await page.goto('/app/reports?period=7&tables=calls');
  await expect(page.getByText('These are example figures')).toBeVisible();
  await page.getByRole('link', { name: 'Place a first call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+1 500 555 0010');
  await page.getByLabel('Instructions').fill('Remind Maria Lopez of her check-up on Tuesday at ten.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  // A page that is left at once may not have sent it.
  await expectToast(page, 'Call to +15005550010 initiated successfully!');
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('list', { name: 'Calls' }).getByText('completed')).toBeVisible({
    timeout: 120_000,
  });
  await page.goto('/app/reports?period=7&tables=calls.agents');
  const card = page.getByRole('region', { name: 'Calls a day, by result', exact: true });
  await expect(async () => {
    await page.reload();
    await expect(card.locator('tfoot td').last()).toHaveText('1', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText('These are example figures')).toHaveCount(0);
  await expect(card.locator('tbody tr')).toHaveCount(7);
  await expect(card.locator('tbody tr').last().locator('td').last()).toHaveText('1');
  const agents = page.getByRole('region', { name: 'Results by agent', exact: true });
  await expect(agents.locator('tbody th')).toHaveText(['GS Dental']);
});
