import { expectAccessible } from '../harness/axe.ts';
import {
  answerClerkScripts,
  type ClerkKeys,
  clerkHost,
  clerkToken,
  makeClerkKeys,
  publishableKey,
} from '../harness/fake-clerk.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';

/** A server that is set to Clerk, and the keys its tokens are signed with. */
const test = base.extend<object, { keys: ClerkKeys; server: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  keys: [async ({}, use) => use(makeClerkKeys()), { scope: 'worker' }],
  server: [
    async ({ keys }, use) => {
      const settings = { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_JWT_KEY: keys.publicPem };
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('Clerk signs in, its token opens the API, and it signs out', async ({ page, keys }) => {
  await answerClerkScripts(page, clerkToken(keys, { m: { parley: 'admin' } }));
  await page.goto('/app');
  await expect(page).toHaveURL('/sign-in');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with the fake' }).click();
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada!');
  await expect(page.getByText('ada@example.com')).toBeVisible();

  const templates = page.waitForResponse('/api/templates/templates');
  await page.getByRole('link', { name: 'Templates' }).click();
  expect((await templates).status()).toBe(200);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/app');
  await expect(page).toHaveURL('/sign-in');
});

test('a Clerk account without the entry for this app is denied', async ({ page, keys }) => {
  await answerClerkScripts(page, clerkToken(keys, { m: { elsewhere: 'admin' } }));
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Continue with the fake' }).click();
  await expect(page).toHaveURL('/access-denied');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
});

test('PM3: a viewer of a Clerk organization may not place calls, whatever the app says', async ({
  page,
  keys,
  server,
}) => {
  const claims = { m: { parley: 'admin' }, o: { id: 'org_1', slg: 'practice', rol: 'viewer' } };
  const token = clerkToken(keys, claims);
  await answerClerkScripts(page, token);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with the fake' }).click();
  await page.getByRole('link', { name: 'Voice Agents' }).click();
  await expect(page.getByText('No calls yet. They appear here as soon as there are any.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Call' })).toHaveCount(0);
  const answer = await page.request.post(`${server.url}/api/twilio/gs-dental/call`, {
    headers: { authorization: `Bearer ${token}` },
    data: { phoneNumber: '+15005550010', message: 'Say hello.' },
  });
  expect([answer.status(), (await answer.json()).code]).toEqual([403, 'not_permitted']);
});

test('when Clerk does not load within 10 seconds, the page says so and offers a Retry', async ({
  page,
  keys,
  expectedErrors,
}) => {
  // Clerk gives up on its script some seconds after we do, and logs it.
  expectedErrors.push(/failed_to_load_clerk_js/);
  const held: string[] = [];
  await page.clock.install();
  await page.route(`https://${clerkHost}/**`, (route) => {
    held.push(route.request().url());
  });
  await page.goto('/app');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  // Not nearly all of the ten: the clock goes on by itself, too, while the page is looked at.
  await page.clock.runFor(5_000);
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.runFor(5_500);
  await expect(page.getByRole('alert')).toContainText('The sign-in service does not answer.');
  await expectAccessible(page);

  await answerClerkScripts(page, clerkToken(keys, { m: { parley: '' } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/sign-in');
});
