import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { personIdOf } from './fake-server/people-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/settings/people';
const row = (page: Page, name: string, list = 'People') =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('people, waiting accounts and invitations are listed', async ({ page }) => {
  await page.goto('/app');
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page).toHaveTitle('People · Parley');
  await expect(row(page, 'Ada Weber')).toContainText('Viewer');
  await expect(row(page, 'Ada Weber')).toContainText('Second factor on');
  await expect(row(page, 'Ines Marchetti')).toContainText('You');
  await expect(row(page, 'Tomas Berg')).toContainText('front-desk (counts as Operator)');
  await expect(row(page, 'Tomas Berg')).toContainText('Not seen yet');
  await expect(row(page, 'Jo Reed', 'Waiting for a Role')).toContainText('jo@example.com');
  await expect(row(page, 'kit@example.com', 'Invitations')).toContainText('by Ines Marchetti');
  await expect(row(page, 'Whoever has the link', 'Invitations')).toContainText('Expired');
  await expect(page.getByText('New Accounts: Open')).toBeVisible();
});

test('a role is changed, and somebody who waits is let in', async ({ page, fakeServer }) => {
  await page.goto(list);
  await choose(page, 'Ada Weber', 'Change Role');
  await dialog(page)
    .getByRole('radio', { name: /Operator/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Save Role' }).click();
  await expectToast(page, 'Role changed');
  await expect(row(page, 'Ada Weber')).toContainText('Operator');
  await page.getByRole('button', { name: 'Let In Jo Reed' }).click();
  await dialog(page)
    .getByRole('radio', { name: /Viewer/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Let In' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for a Role' })).toBeHidden();
  await expect(row(page, 'Jo Reed')).toContainText('Viewer');
  expect(fakeServer.requestsTo('PUT /api/people/:id/role').map(({ body }) => body)).toEqual([
    { role: 'operator' },
    { role: 'viewer' },
  ]);
});

test('the last admin is told why nothing changes', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await page.goto(list);
  await choose(page, 'Ines Marchetti', 'Remove');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page)).toContainText('This is the last admin.');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Ines Marchetti')).toContainText('Admin');
});

test('PE6: where mail is connected the password link is sent too, and still shown', async ({
  page,
  fakeServer,
}) => {
  fakeServer.peopleDesk.people.mailPossible = true;
  await page.goto(list);
  await choose(page, 'Tomas Berg', 'Password Link');
  await dialog(page).getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog(page)).toContainText('Sent to the address of the account.');
  await expect(dialog(page)).toContainText('/sign-in/reset?token=a1b2c3');
  await expect(dialog(page).getByRole('button', { name: 'Close' }).first()).toBeFocused();
});

test('somebody is removed, signed out, given a password link, and an account is deleted', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await choose(page, 'Tomas Berg', 'Sign Out Everywhere');
  await dialog(page).getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expectToast(page, 'Signed out everywhere');
  await choose(page, 'Tomas Berg', 'Password Link');
  await dialog(page).getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog(page)).toContainText('/sign-in/reset?token=a1b2c3');
  await expect(dialog(page)).toContainText('Shown this once.');
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await choose(page, 'Tomas Berg', 'Remove');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Let In Tomas Berg' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the account of Tomas Berg' }).click();
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Tomas Berg')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(fakeServer.requestsTo('DELETE /api/people/:id/account')).toHaveLength(1);
});

test('somebody is invited by a link that is shown once; an invitation is withdrawn', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog(page).getByLabel('Email').fill('no address');
  await dialog(page).getByRole('button', { name: 'Create Invitation' }).click();
  await expect(dialog(page)).toContainText('Enter a valid email address.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await dialog(page).getByLabel('Email').fill('New@Example.com ');
  await dialog(page).getByLabel('Works for').selectOption('3 days');
  await dialog(page).getByRole('button', { name: 'Create Invitation' }).click();
  await expect(dialog(page)).toContainText('https://desk.example.com/invitation#b1a2c3d4e5f6');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  expect(fakeServer.requestsTo('POST /api/people/invitations')[0]?.body).toEqual({
    ...{ role: 'operator', email: 'new@example.com', days: 3 },
  });
  await expect(page.getByText('b1a2c3d4e5f6')).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw the invitation of new@example.com' }).click();
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('new@example.com')).toHaveCount(0);
});

test('who may sign up is changed, and the page for new accounts says so', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog(page)
    .getByRole('radio', { name: /By invitation/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New Accounts: By invitation')).toBeVisible();
  fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
  await page.goto('/sign-up');
  await expect(page.getByText('You need an invitation to create an account here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCount(0);
});

test('a list that does not load can be asked for again', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 403/);
  fakeServer.respondWith('GET /api/people', { status: 403, body: { error: 'Not now.', code: 'forbidden' } });
  await page.goto(list);
  await expect(page.getByText('Failed to load the people')).toBeVisible();
  const requests = () => fakeServer.requestsTo('GET /api/people').length;
  const before = requests();
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect.poll(requests).toBeGreaterThan(before);
  fakeServer.resetResponse('GET /api/people');
  // The page may ask by itself too, when the window gets the focus.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(row(page, 'Ada Weber')).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('an operator sees neither the entry nor the page', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'operator' };
  await page.goto(list);
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  expect(fakeServer.requestsTo('GET /api/people')).toEqual([]);
});

test('where Clerk manages the accounts the page says so and offers nothing to change', async ({
  page,
  fakeServer,
}) => {
  const { people } = fakeServer.peopleDesk.people;
  fakeServer.peopleDesk.people = {
    ...fakeServer.peopleDesk.people,
    managedBy: 'clerk',
    people: people.map((person) => ({ ...person, secondFactor: null })),
    ...{ waiting: [], invitations: [], signUp: null },
  };
  await page.goto(list);
  await expect(page.getByText('Clerk manages the accounts')).toBeVisible();
  await expect(row(page, 'Ada Weber')).toContainText('Viewer');
  await expect(page.getByRole('button', { name: 'Actions for Ada Weber' })).toHaveCount(0);
});

test.describe('the policy for signing in', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Signing In' });

  test('SI12: a second factor is required, and the time until the sign-out is shortened', async ({
    page,
    fakeServer,
  }) => {
    await page.goto(list);
    const save = card(page).getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await card(page).getByRole('switch', { name: 'Require a second factor' }).press('Space');
    await card(page).getByLabel('Sign out when nobody uses Parley for').selectOption('5 minutes');
    await save.press('Enter');
    await expectToast(page, 'Settings saved');
    expect(fakeServer.requestsTo('PUT /api/sign-in-policy').map(({ body }) => body)).toEqual([
      { revision: 0, policy: { secondFactorRequired: true, idleMinutes: 5 } },
    ]);
    await expect(save).toBeDisabled();
  });

  test('SI12: what somebody else has saved meanwhile is shown, and the reason stays beside it', async ({
    page,
    fakeServer,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/);
    await page.goto(list);
    await card(page).getByLabel('Sign out when nobody uses Parley for').selectOption('5 minutes');
    const { accountDesk } = fakeServer;
    accountDesk.policy = {
      ...accountDesk.policy,
      policy: { secondFactorRequired: true, idleMinutes: 60 },
      revision: 1,
    };
    fakeServer.respondWith('PUT /api/sign-in-policy', {
      status: 409,
      body: { error: 'Somebody else has changed these settings.', code: 'settings_changed' },
    });
    await card(page).getByRole('button', { name: 'Save' }).click();
    await expect(card(page).getByLabel('Sign out when nobody uses Parley for')).toHaveValue('60');
    await expect(card(page).getByRole('alert')).toContainText('Somebody else has changed these settings.');
  });
});

test.describe('the page of an invitation', () => {
  const link = '/invitation#b1a2c3d4';

  test('creates an account with it and opens the app', async ({ page, fakeServer }) => {
    fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' }, 1);
    fakeServer.respondWith('POST /api/auth/sign-up/email', { body: { user: {} } });
    await page.goto(link);
    await page.getByLabel('First name').fill('Kit');
    await page.getByLabel('Last name').fill('Reed');
    await page.getByLabel('Email').fill('kit@example.com');
    await page.getByLabel('Password').fill('a password to try');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/app');
    expect(fakeServer.requestsTo('POST /api/auth/sign-up/email')[0]?.body).toMatchObject({
      ...{ email: 'kit@example.com', invitation: 'b1a2c3d4' },
    });
  });

  test('is used with an account that is signed in, after asking', async ({ page, fakeServer }) => {
    fakeServer.claims = {};
    await page.goto(link);
    await expect(page.getByText('Use the invitation with this account?')).toContainText('ines@example.com');
    fakeServer.claims = { parley: 'viewer' };
    await page.getByRole('button', { name: 'Accept Invitation' }).click();
    await expect(page).toHaveURL('/app');
    expect(fakeServer.requestsTo('POST /api/auth/invitation/accept')[0]?.body).toEqual({ token: 'b1a2c3d4' });
  });

  test('says to whom it belongs, that it was used, and that somebody has access already', async ({
    page,
    fakeServer,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/);
    await page.goto(link);
    await expect(page.getByText('You have access already')).toBeVisible();
    fakeServer.claims = {};
    fakeServer.respondWith(
      'POST /api/auth/invitation/look',
      { body: { role: 'viewer', email: 'kit@example.com', expiresAt: '', signUpPossible: true } },
      1,
    );
    await page.reload();
    await expect(page.getByText('This invitation is for another account')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept Invitation' })).toHaveCount(0);
    const error = 'This invitation has been used. Ask your administrator for a new one.';
    fakeServer.respondWith('POST /api/auth/invitation/look', {
      ...{ status: 409, body: { error, code: 'invitation_used' } },
    });
    await page.reload();
    await expect(page.getByText(error)).toBeVisible();
  });
});

test.describe('accessibility', () => {
  test.describe.configure({ timeout: 180_000 });
  const twoLooks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];

  test('the people and their dialogs are accessible', async ({ page }) => {
    await page.goto(list);
    await expect(row(page, 'Ada Weber')).toBeVisible();
    await expectAccessible(page);
    for (const [open, words] of [
      ['invite', 'Create Invitation'],
      [`role:${personIdOf(1)}`, 'Save Role'],
      [`remove:${personIdOf(1)}`, 'The account waits'],
      ['sign-up', 'Who may create an account'],
    ] as const) {
      await page.goto(`${list}?dialog=${open}`);
      await expect(dialog(page)).toContainText(words);
      await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
    }
  });

  test('the page of an invitation is accessible', async ({ page, fakeServer }) => {
    fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
    await page.goto('/invitation#b1a2c3d4');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expectAccessible(page, { looks: twoLooks });
  });
});
