import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Account } from '../harness/accounts.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';

/** A server of its own: what it requires of everybody is changed here. */
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

const account: Account = {
  firstName: 'Ines',
  lastName: 'Marchetti',
  email: 'ines@example.com',
  password: 'four plain words here',
};

/** What an authenticator app shows for the key, some steps of 30 seconds from now. */
function codeOf(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

let recoveryCodes: string[] = [];

test('SI1: from the set-up to signing in with a code, and with a recovery code that works once', async ({
  page,
  expectedErrors,
}) => {
  // 401: what the page had just asked for when it signed out.
  expectedErrors.push(/status of 403/, /status of 401/);
  await page.goto('/sign-up');
  await page.getByLabel('First name').fill(account.firstName);
  await page.getByLabel('Last name').fill(account.lastName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('link', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Set Up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = await dialog.getByRole('code').innerText();
  // Of the three that count the middle one: it is still good when the next 30 seconds begin before it arrives. Signing in
  // needs a later one.
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  recoveryCodes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByLabel('I have stored these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/On since/)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await signIn(page);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.goto('/app');
  await expect(page).toHaveURL('/sign-in');
  await signIn(page);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app');

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  for (const outcome of ['in', 'refused']) {
    await signIn(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    if (outcome === 'refused') {
      await expect(page.getByText('This recovery code has been used.')).toBeVisible();
      continue;
    }
    await expect(page).toHaveURL('/app');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL('/');
  }
});

test('SI9: two browsers are listed, and the other one is signed out', async ({ page, browser, server }) => {
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  for (const [n, each] of [page, other].entries()) {
    await signIn(each);
    await each.getByRole('button', { name: 'Use a recovery code' }).click();
    await each.getByLabel('Recovery code').fill(recoveryCodes[n + 1] ?? '');
    await each.getByRole('button', { name: 'Continue' }).click();
    await expect(each).toHaveURL('/app');
  }
  await page.goto('/app/settings/account');
  const sessions = page.getByRole('region', { name: 'Where You Are Signed In' }).getByRole('listitem');
  await expect(sessions.first()).toContainText('Chrome on Linux');
  await page.getByRole('button', { name: 'Sign Out All Others' }).click();
  await expect(sessions).toHaveCount(1);
  await other.goto('/app');
  await expect(other).toHaveURL('/sign-in');
  await other.context().close();
});
