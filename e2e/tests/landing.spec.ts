import { expect, test } from '../harness/test.ts';

test('the welcome card comes first and leads to the forms', async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('main').getByRole('region').first();
  await expect(card.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/sign-in');
  await expect(card.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/sign-up');
  await card.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Create one' }).click();
  await expect(page).toHaveURL('/sign-up');
});

test('the about page leads back home', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('a signed-in user is redirected to the app', async ({ adminPage: page }) => {
  for (const path of ['/', '/sign-in', '/sign-up']) {
    await page.goto(path);
    await expect(page).toHaveURL('/app');
  }
});

test('the landing page loads no code of the app', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((path) => /layout|dashboard|queryClient|clerk/.test(path))).toEqual([
    expect.stringContaining('landing-layout'),
  ]);
});

test('the skip link is the first tab stop and skips the header', async ({ page }) => {
  await page.goto('/');
  // The first key counts from here: the page is drawn after its scripts have come.
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeFocused();
});

test('a landing page that loads late does not take the focus from the skip link', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/home-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  // The header stands already, so this is not the screen before the first page.
  await expect(page.getByRole('banner')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('the sign-in form focuses the email field', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByLabel('Email')).toBeFocused();
});
