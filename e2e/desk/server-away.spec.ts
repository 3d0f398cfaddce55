import type { BrowserContext, Page } from '@playwright/test';
import type { Desk } from './stand-in/desk.ts';
import { expect, test } from './stand-in/test.ts';

const navigation = (page: Page) => page.getByRole('navigation');
const awayHeading = (page: Page) => page.getByRole('heading', { name: 'This page could not be loaded' });

/** Nobody answers any more, neither for pages nor for data. */
async function goAway(context: BrowserContext, desk: Desk): Promise<() => Promise<void>> {
  await context.route('**/*', (route) => route.abort('connectionrefused'));
  desk.endStreams();
  return () => context.unroute('**/*');
}

test('with the server away a page not loaded yet leaves the shell, says so and comes back by itself', async ({
  page,
  desk,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  const comeBack = await goAway(context, desk);
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await expect(awayHeading(page)).toBeVisible();
  await expect(awayHeading(page)).toBeFocused();
  await expect(page).toHaveURL('/app/settings/templates');
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Ines Marchetti')).toBeVisible();
  // What was loaded before can still be gone to.
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  await navigation(page).getByRole('link', { name: 'Voice Agents' }).click();
  await expect(awayHeading(page)).toBeVisible();
  await comeBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
});

test('data that could not be loaded comes by itself when the server is back', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  await page.goto('/app');
  await expect.poll(() => desk.streams).toBe(1);
  for (const route of ['GET /api/templates/templates', 'GET /api/events']) desk.answer(route, 'broken');
  desk.endStreams();
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
  for (const route of ['GET /api/templates/templates', 'GET /api/events']) desk.heal(route);
  await expect(page.getByRole('heading', { name: 'Kuzco' })).toBeVisible({ timeout: 30_000 });
});

test('a page of an older release, which the server no longer has, is not tried for ever', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  const old = await page.evaluate(() => performance.timeOrigin);
  let gone = true;
  await page.route('**/assets/settings-templates-*.js', (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('load', () => {
    gone = false;
  });
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbound Task Templates');
  expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(old);
});
