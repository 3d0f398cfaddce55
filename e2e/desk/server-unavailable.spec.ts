import type { BrowserContext, Page } from '@playwright/test';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expect, test } from './fake-server/test.ts';

const navigation = (page: Page) => page.getByRole('navigation');
const failedHeading = (page: Page) => page.getByRole('heading', { name: 'This page could not be loaded' });

/** Makes the server unreachable, for pages and for data. */
async function makeUnreachable(
  context: BrowserContext,
  fakeServer: FakeServer,
): Promise<() => Promise<void>> {
  await context.route('**/*', (route) => route.abort('connectionrefused'));
  fakeServer.endStreams();
  return () => context.unroute('**/*');
}

test('without the server a page that is not loaded yet keeps the shell, says so and loads when the server is back', async ({
  page,
  fakeServer,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  const makeReachable = await makeUnreachable(context, fakeServer);
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await expect(failedHeading(page)).toBeVisible();
  await expect(failedHeading(page)).toBeFocused();
  await expect(page).toHaveURL('/app/settings/templates');
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Ines Marchetti')).toBeVisible();
  // A page that was loaded before can still be opened.
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  await navigation(page).getByRole('link', { name: 'Voice Agents' }).click();
  await expect(failedHeading(page)).toBeVisible();
  await makeReachable();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
});

test('data that could not be loaded is loaded when the server is back', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  await page.goto('/app');
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  for (const route of ['GET /api/templates/templates', 'GET /api/events'])
    fakeServer.respondWith(route, 'disconnect');
  fakeServer.endStreams();
  await navigation(page).getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
  for (const route of ['GET /api/templates/templates', 'GET /api/events']) fakeServer.resetResponse(route);
  await expect(page.getByRole('heading', { name: 'Kuzco' })).toBeVisible({ timeout: 30_000 });
});

test('a page of an older release, which the server no longer has, is loaded by a reload', async ({
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
