import { expectAccessible, type Look } from '../harness/axe.ts';
import { goodCode } from './fake-server/account-responses.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/account';
const password = 'a password to try';
const twoLooks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
];

test('SI9: the account is reached from the user block, and lists where one is signed in', async ({
  page,
}) => {
  await page.goto('/app');
  await page.getByRole('link', { name: /Your account/ }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account');
  const sessions = page.getByRole('region', { name: 'Where You Are Signed In' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.nth(0)).toContainText('Chrome on Windows');
  await expect(sessions.nth(0)).toContainText('This device');
  await expect(sessions.nth(0).getByRole('button')).toHaveCount(0);
  await expect(sessions.nth(1)).toContainText('203.0.113.2');
  await expect(sessions.nth(2)).toContainText('Unknown device');
  await sessions.nth(1).getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign Out All Others' }).click();
  await expectToast(page, 'One other session was signed out');
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0);
});

test('SI2: a second factor is set up by keyboard, with QR code, key and recovery codes', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  await page.goto(path);
  await page.getByRole('button', { name: 'Set Up' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set Up a Second Factor' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/not right/);
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/not right/);
  await dialog.getByLabel('Code', { exact: true }).fill('123 456');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  // They are shown once: no key and no click beside it closes the dialog.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('parley-recovery-codes.txt');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByLabel('I have stored these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/On since/)).toBeVisible();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
});

test('P319: a set-up that was begun anew elsewhere is told as that, and not as a wrong code', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const error =
    'The set-up was begun again in another tab or browser, so the key on this page does not count. Finish it there, or load this page again and begin anew.';
  fakeServer.respondWith('POST /api/auth/second-factor/confirm', {
    status: 409,
    body: { error, code: 'second_factor_begun_anew' },
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Set Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Up a Second Factor' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Code', { exact: true }).fill(goodCode);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText(error)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
});

test('SI7: it is switched off with the password and a code', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 403/);
  fakeServer.accountDesk.switchOn();
  fakeServer.accountDesk.recoveryCodesLeft = 1;
  await page.goto(path);
  await expect(page.getByText(/One recovery code is left/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch Off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Switch Off' }).click();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  await dialog.getByLabel('Code', { exact: true }).fill(goodCode);
  await dialog.getByRole('button', { name: 'Switch Off' }).click();
  await expectToast(page, 'The second factor is off');
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
});

test('what cannot be loaded says so, and is loaded again', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  for (const route of ['GET /api/auth/sessions', 'GET /api/auth/second-factor'])
    fakeServer.respondWith(route, { status: 500, body: { error: 'Not now.' } });
  await page.goto(path);
  await expect(page.getByText('Your sessions could not be loaded')).toBeVisible();
  for (const route of ['GET /api/auth/sessions', 'GET /api/auth/second-factor'])
    fakeServer.resetResponse(route);
  const sessions = page.getByRole('region', { name: 'Where You Are Signed In' });
  await sessions.getByRole('button', { name: 'Retry' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
});

test('SI11: without the required second factor every page is its set-up, and the page comes after it', async ({
  page,
  fakeServer,
}) => {
  fakeServer.lacksSecondFactor = true;
  await page.goto('/app/settings/templates');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(fakeServer.requestsTo('GET /api/templates/templates')).toHaveLength(0);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page, { looks: twoLooks });
  await page.getByLabel('Code', { exact: true }).fill(goodCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('I have stored these codes').check();
  fakeServer.lacksSecondFactor = false;
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbound Task Templates');
  await expect(page).toHaveURL('/app/settings/templates');
});

test.describe('is accessible, wide and narrow, light and dark', () => {
  test.describe.configure({ timeout: 120_000 });

  test('the account', async ({ page, fakeServer }) => {
    fakeServer.accountDesk.switchOn();
    await page.goto(path);
    await expect(page.getByText(/On since/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Switch Off' }).click();
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  });

  test('the recovery codes', async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Set Up' }).click();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
    await page.getByLabel('Code', { exact: true }).fill(goodCode);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('listitem')).not.toHaveCount(0);
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  });
});
