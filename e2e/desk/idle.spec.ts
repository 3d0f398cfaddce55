import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expect, test } from './fake-server/test.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** A page of an organization that signs out after five minutes, with a clock that the test moves. */
async function open(page: Page, fakeServer: FakeServer, path: string): Promise<void> {
  fakeServer.accountDesk.policy.policy.idleMinutes = 5;
  fakeServer.respondWith('POST /api/auth/sign-out', { body: { done: true } });
  await page.clock.install();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => fakeServer.requestsTo('GET /api/sign-in-policy').length).toBeGreaterThan(0);
}

const signedOut = (fakeServer: FakeServer) => fakeServer.requestsTo('POST /api/auth/sign-out').length;

test('SI13: a minute before the end a dialog warns, is announced, and Stay Signed In keeps the session', async ({
  page,
  fakeServer,
}) => {
  await open(page, fakeServer, '/app');
  await page.clock.fastForward('03:50');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward('00:15');
  await expect(warning(page)).toBeVisible();
  await expect(warning(page).getByRole('status')).toHaveText(/signed out in (?:a minute|30 seconds)/);
  await expect(page.getByRole('button', { name: 'Stay Signed In' })).toBeFocused();
  await expectAccessible(page, { dialogOpen: true, looks: [{ theme: 'dark', width: 360 }] });
  const before = fakeServer.requestsTo('GET /api/auth/get-session').length;
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect.poll(() => fakeServer.requestsTo('GET /api/auth/get-session').length).toBeGreaterThan(before);
  expect(fakeServer.requestsTo('GET /api/auth/get-session').at(-1)?.headers['x-parley-idle-seconds']).toBe(
    '0',
  );
  await page.clock.fastForward('03:50');
  await expect(warning(page)).toHaveCount(0);
  expect(signedOut(fakeServer)).toBe(0);
});

test('SI13: moving the pointer behind the warning does not keep the session', async ({
  page,
  fakeServer,
}) => {
  await open(page, fakeServer, '/app');
  await page.clock.fastForward('04:05');
  await expect(warning(page)).toBeVisible();
  await page.mouse.move(10, 10);
  await page.mouse.move(200, 300);
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL('/sign-in');
  expect(signedOut(fakeServer)).toBe(1);
});

test('SI10: somebody who works is not warned', async ({ page, fakeServer }) => {
  await open(page, fakeServer, '/app');
  for (let minute = 0; minute < 8; minute += 2) {
    await page.clock.fastForward('02:00');
    await page.keyboard.press('Shift');
  }
  await expect(warning(page)).toHaveCount(0);
});

test('SI14: what was typed is there after signing in again, on the same page', async ({
  page,
  fakeServer,
}) => {
  await open(page, fakeServer, '/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await page.getByLabel('Phone Number').fill('+15005551002');
  await page.getByLabel('Instructions').fill('Ask about Tuesday.');
  await page.clock.fastForward('04:05');
  await expect(warning(page)).toBeVisible();
  fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' }, 1);
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByText('Nobody used Parley for 5 minutes.')).toBeVisible();
  fakeServer.respondWith('POST /api/auth/sign-in/email', { body: { user: {} } });
  fakeServer.resetResponse('GET /api/auth/get-session');
  await page.getByLabel('Email').fill('ines@example.com');
  await page.getByLabel('Password').fill('a password to try');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await page.getByRole('button', { name: 'Restore What You Typed' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+15005551002');
  await expect(page.getByLabel('Instructions')).toHaveValue('Ask about Tuesday.');
});

test('SI14: another account in the same tab gets neither the page nor what was typed', async ({
  page,
  fakeServer,
}) => {
  await open(page, fakeServer, '/app/settings/templates');
  await page.clock.fastForward('05:30');
  await expect(page).toHaveURL('/sign-in');
  fakeServer.person = { firstName: 'Tomas', lastName: 'Berg', email: 'tomas@example.com' };
  fakeServer.respondWith('POST /api/auth/sign-in/email', { body: { user: {} } });
  await page.getByLabel('Email').fill('tomas@example.com');
  await page.getByLabel('Password').fill('a password to try');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/app');
});

test('SI15: staying in one tab closes the warning in the other', async ({ page, context, fakeServer }) => {
  await open(page, fakeServer, '/app');
  const other = await context.newPage();
  await other.goto('/app');
  await other.getByRole('heading', { level: 1 }).waitFor();
  // The clock is that of both tabs.
  await page.clock.fastForward('04:10');
  for (const tab of [page, other]) await expect(warning(tab)).toBeVisible();
  await other.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(warning(other)).toHaveCount(0);
  await page.clock.fastForward('00:02');
  await expect(warning(page)).toHaveCount(0);
  expect(signedOut(fakeServer)).toBe(0);
});
