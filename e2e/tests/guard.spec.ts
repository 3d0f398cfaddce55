import { expectAccessible } from '../harness/axe.ts';
import { expect, test } from '../harness/test.ts';

test('while the session is loading, the screen says Loading...', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('/api/auth/get-session', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/app');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL('/sign-in');
});

test('a visitor is redirected to sign-in from every page of the app', async ({ page }) => {
  for (const path of ['/app', '/app/voice-agents', '/app/settings/templates', '/app/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL('/sign-in');
  }
});

test('a failing server is reported with a Retry button', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 502/);
  await page.route('/config.json', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.goto('/app');
  await expect(page.getByRole('alert')).toContainText('HTTP 502: Bad Gateway');
  await expectAccessible(page);
  await page.unroute('/config.json');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL('/sign-in');
});

test('an invalid token is logged and gives no access', async ({ adminPage: page, expectedErrors }) => {
  expectedErrors.push(/Invalid session token: it has 2 parts instead of 3/);
  await page.route('/api/auth/get-session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'set-auth-jwt': 'only.two' } });
  });
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Invalid session token'),
  );
  await page.goto('/app');
  await logged;
  await expect(page).toHaveURL('/access-denied');
  // The page may be asking once more; an answer must not find the test gone.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a chunk that fails to load is reported, and loaded when it is available', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await page.route('**/assets/about-*.js', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
  await page.unroute('**/assets/about-*.js');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Parley');
});

test('a page restored from the back/forward cache checks the session again', async ({
  adminPage: page,
  context,
}) => {
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  await context.clearCookies();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL('/sign-in');
});
