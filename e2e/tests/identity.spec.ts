import { access } from '../harness/access-command.ts';
import type { Account } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';

/** A server without any account, for this file alone: who comes first is what is tested. */
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

test.describe.configure({ mode: 'serial' });

const first: Account = {
  firstName: 'Ines',
  lastName: 'Marchetti',
  email: 'ines@example.com',
  password: 'four plain words here',
};
const second: Account = {
  firstName: 'Tomas',
  lastName: 'Berg',
  email: 'tomas@example.com',
  password: 'other plain words here',
};

async function fillSignUp(page: import('@playwright/test').Page, account: Account): Promise<void> {
  await page.getByLabel('First name').fill(account.firstName);
  await page.getByLabel('Last name').fill(account.lastName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function fillSignIn(
  page: import('@playwright/test').Page,
  { email, password }: Account,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('sign up, reload, sign out, and be asked to sign in', async ({ page, expectedErrors }) => {
  // What the page had just asked for when it signed out.
  expectedErrors.push(/status of 401/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Create Account' }).click();
  await fillSignUp(page, first);
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  await expect(page.getByText('ines@example.com')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'eyJ',
  );

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Parley');
  await page.goto('/app');
  await expect(page).toHaveURL('/sign-in');
});

test('a taken address and an empty form are reported at their fields', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 409|status of 422|status of 400/);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByText('Enter your first name.')).toBeVisible();
  await expect(page.getByText('A password needs at least 10 characters.')).toBeVisible();
  await fillSignUp(page, first);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already an account/);
  await expect(page).toHaveURL('/sign-up');
});

test('the first account of a public server needs the one-time code', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403/);
  await page.route('/config.json', async (route) => {
    const answer = await route.fetch();
    const identity = { provider: 'built-in', firstAccountNeedsCode: true };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), identity } });
  });
  await page.route('/api/auth/sign-up/email', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'The first account needs the one-time code.', code: 'first_account_code' },
    }),
  );
  await page.goto('/sign-up');
  await fillSignUp(page, second);
  await expect(page.getByText('Enter the one-time code.')).toBeVisible();
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await page.getByLabel('One-time code').fill('WRONG-CODE');
  const sent = page.waitForRequest('/api/auth/sign-up/email');
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ email: second.email, code: 'WRONG-CODE' });
  await expect(page.getByLabel('One-time code')).toHaveAccessibleDescription(/needs the one-time code/);
});

test('a wrong password is refused with a message', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  await page.goto('/sign-in');
  await fillSignIn(page, { ...first, password: 'not the right one' });
  await expect(page.getByRole('alert')).toContainText('The email address or the password is not right.');
});

test('a second account waits at Access Denied until an administrator lets it in', async ({
  page,
  server,
}) => {
  await page.goto('/sign-up');
  await fillSignUp(page, second);
  await expect(page).toHaveURL('/access-denied');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByText("You don't have permission to access this application")).toBeVisible();
  await expect(
    page.getByText(
      "Your account doesn't have the required permissions for this app. Please contact your administrator if you believe this is an error.",
    ),
  ).toBeVisible();

  await access(server, 'grant', second.email, 'member');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/app');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Tomas!');
});

test('PM2: a viewer reads and places no calls, until an administrator changes the role', async ({
  page,
  server,
}) => {
  await access(server, 'grant', second.email, 'Viewer');
  await page.goto('/sign-in');
  await fillSignIn(page, second);
  await expect(page).toHaveURL('/app');
  await page.goto('/app/voice-agents');
  await expect(page.getByText('No calls yet. They appear here as soon as there are any.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Call' })).toHaveCount(0);
  const token = (await (await page.request.get('/api/auth/token')).json()).token;
  const answer = await page.request.post('/api/twilio/gs-dental/call', {
    headers: { authorization: `Bearer ${token}` },
    data: { phoneNumber: '+15005550010', message: 'Say hello.' },
  });
  expect([answer.status(), await answer.json()]).toEqual([
    403,
    { error: 'Your role does not allow this. Ask an administrator.', code: 'not_permitted' },
  ]);

  expect(await access(server, 'grant', second.email, 'member')).toContain('counts as operator');
  await page.reload();
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Call' })).toBeVisible();
});

test('a user without a role is signed out and denied, and Sign Out opens the landing page', async ({
  page,
  server,
  expectedErrors,
}) => {
  // What the page had just asked for when the role was taken.
  expectedErrors.push(/status of 401/);
  await page.goto('/sign-in');
  await fillSignIn(page, second);
  await expect(page).toHaveURL('/app');
  await access(server, 'revoke', second.email);
  await page.reload();
  await expect(page).toHaveURL('/sign-in');
  await fillSignIn(page, second);
  await expect(page).toHaveURL('/access-denied');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a one-time link sets a new password, once', async ({ page, server, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const link =
    /http\S+\/sign-in\/reset\?token=\S+/.exec(await access(server, 'reset', first.email))?.[0] ?? '';
  expect(link).not.toBe('');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('brand new words here');
  await page.getByLabel('New password again').fill('brand new words her');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
  await page.getByLabel('New password again').fill('brand new words here');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password is set');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, { ...first, password: 'brand new words here' });
  await expect(page).toHaveURL('/app');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('yet another password');
  await page.getByLabel('New password again').fill('yet another password');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has been used or has expired.');
});
