import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';

/** A server of its own: who may sign up is changed. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('an admin invites a colleague, who signs up, works, and is removed while a page is open', async ({
  page,
  browser,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/);
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Marchetti');
  await page.getByLabel('Email').fill('ines@example.com');
  await page.getByLabel('Password').fill('four plain words here');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/app');

  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('radio', { name: /By invitation/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New Accounts: By invitation')).toBeVisible();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill('tomas@example.com');
  await page.getByRole('button', { name: 'Create Invitation' }).click();
  const link = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ baseURL: server.url });
  const invited = await context.newPage();
  await invited.goto('/sign-up');
  await expect(invited.getByText('You need an invitation')).toBeVisible();
  await invited.goto(link);
  await expect(invited.getByLabel('Email')).toHaveValue('tomas@example.com');
  await invited.getByLabel('First name').fill('Tomas');
  await invited.getByLabel('Last name').fill('Berg');
  await invited.getByLabel('Password').fill('other plain words here');
  await invited.getByRole('button', { name: 'Create Account' }).click();
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Tomas!');
  await expect(invited.getByRole('link', { name: 'People' })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Tomas Berg' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Let In Tomas Berg' })).toBeVisible();
  // The open page of the other one leaves by itself: its event stream has ended, and there is no session any more.
  await expect(invited).toHaveURL('/sign-in');
  await invited.goto(link);
  await expect(invited.getByText('This invitation has been used.')).toBeVisible();
  await context.close();
});
