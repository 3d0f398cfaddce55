import type { BrowserContext, Page } from '@playwright/test';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expect, test } from './fake-server/test.ts';
import { watchedId } from './fake-server/watched-campaign.ts';
import { openWithIdlePolicy } from './idle-page.ts';

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

test('a part of a campaign that fails to load leaves the page, and is loaded by Retry', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/);
  await page.goto(`/app/campaigns/${watchedId}`);
  await expect(page.getByText('Results so far')).toBeVisible();
  await page.route(/assets\/(?:policy|report)-part-.*\.js/, (route) => route.abort());
  for (const [part, shown] of [
    ['Hours and Pace', 'Calls a minute'],
    ['Report', 'People called'],
  ] as const) {
    await page.getByRole('radio', { name: part }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to load');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recall in November');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.route(/assets\/(?:policy|report)-part-.*\.js/, (route) => route.abort());
  }
});

test('the warning before an idle session ends is there although the server is away', async ({
  page,
  fakeServer,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  fakeServer.accountDesk.policy.policy.idleMinutes = 5;
  await page.clock.install();
  await openWithIdlePolicy(page, '/app');
  await makeUnreachable(context, fakeServer);
  await page.clock.fastForward('04:05');
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test('the screen for a second factor that fails to load says so, and comes by itself', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/, /status of 403/);
  fakeServer.lacksSecondFactor = true;
  await page.route('**/assets/second-factor-screen-*.js', (route) => route.abort());
  await page.goto('/app');
  await expect(failedHeading(page)).toBeVisible();
  await page.unroute('**/assets/second-factor-screen-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
});

test('a form of an older release, which the server no longer has, is loaded by a reload', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  let gone = true;
  await page.route('**/assets/new-call-*.js', (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto('/app/voice-agents');
  const old = await page.evaluate(() => performance.timeOrigin);
  page.on('load', () => {
    gone = false;
  });
  await page.getByRole('button', { name: 'New Call' }).click();
  await expect.poll(() => page.evaluate(() => performance.timeOrigin).catch(() => old)).not.toBe(old);
  await page.getByRole('button', { name: 'New Call' }).click();
  await expect(page.getByLabel('Select Agent')).toBeFocused();
});
