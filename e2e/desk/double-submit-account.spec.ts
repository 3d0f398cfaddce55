import type { Page } from '@playwright/test';
import { goodCode } from './fake-server/account-responses.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { openWithIdlePolicy } from './idle-page.ts';
import { testPressedTwice } from './press-twice.ts';

const password = 'a password to try';
const done = { body: { done: true } };

/** The dialog that asks for the password and a code. */
async function prove(page: Page, fakeServer: FakeServer, opener: string, button: string) {
  fakeServer.accountDesk.switchOn();
  await page.goto('/app/settings/account');
  await page.getByRole('button', { name: opener }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByLabel('Code', { exact: true }).fill(goodCode);
  return dialog.getByRole('button', { name: button });
}

async function startSetUp(page: Page) {
  await page.goto('/app/settings/account');
  await page.getByRole('button', { name: 'Set Up' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  return page.getByRole('button', { name: 'Continue' });
}

testPressedTwice([
  {
    sends: 'start-second-factor',
    what: 'Continue with the password',
    changes: true,
    route: 'POST /api/auth/second-factor/start',
    toasts: 0,
    show: startSetUp,
  },
  {
    sends: 'confirm-second-factor',
    what: 'Confirm of the second factor',
    changes: true,
    route: 'POST /api/auth/second-factor/confirm',
    toasts: 0,
    async show(page) {
      await (await startSetUp(page)).click();
      await page.getByLabel('Code', { exact: true }).fill(goodCode);
      return page.getByRole('button', { name: 'Confirm' });
    },
  },
  {
    sends: 'new-recovery-codes',
    what: 'Make New Codes',
    changes: true,
    route: 'POST /api/auth/second-factor/recovery-codes',
    toasts: 0,
    show: (page, fakeServer) => prove(page, fakeServer, 'New Recovery Codes', 'Make New Codes'),
  },
  {
    sends: 'switch-off-second-factor',
    what: 'Switch Off of the second factor',
    changes: true,
    route: 'POST /api/auth/second-factor/remove',
    toasts: 1,
    show: (page, fakeServer) => prove(page, fakeServer, 'Switch Off', 'Switch Off'),
  },
  {
    sends: 'end-session',
    what: 'Sign Out of a session',
    changes: true,
    route: 'POST /api/auth/sessions/end',
    toasts: 0,
    async show(page) {
      await page.goto('/app/settings/account');
      return page.getByRole('button', { name: 'Sign out Safari on iPhone' });
    },
  },
  {
    sends: 'end-other-sessions',
    what: 'Sign Out All Others',
    changes: true,
    route: 'POST /api/auth/sessions/end-others',
    toasts: 1,
    async show(page) {
      await page.goto('/app/settings/account');
      return page.getByRole('button', { name: 'Sign Out All Others' });
    },
  },
  {
    sends: 'save-sign-in-policy',
    what: 'Save of the settings for signing in',
    changes: true,
    route: 'PUT /api/sign-in-policy',
    toasts: 1,
    async show(page) {
      await page.goto('/app/settings/people');
      await page.getByLabel('Sign out when nobody uses Parley for').selectOption('15');
      return page.getByRole('region', { name: 'Signing In' }).getByRole('button', { name: 'Save' });
    },
  },
  {
    sends: 'sign-out-required',
    what: 'Sign Out where a second factor is required',
    route: 'POST /api/auth/sign-out',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.lacksSecondFactor = true;
      await page.goto('/app');
      return page.getByRole('button', { name: 'Sign Out' });
    },
  },
  {
    sends: 'sign-out-idle',
    what: 'Sign Out Now of the warning',
    route: 'POST /api/auth/sign-out',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.accountDesk.policy.policy.idleMinutes = 5;
      await page.clock.install();
      await openWithIdlePolicy(page, '/app');
      await page.clock.fastForward('04:10');
      return page.getByRole('button', { name: 'Sign Out Now' });
    },
  },
  {
    sends: 'verify-code',
    what: 'Continue with a code',
    changes: true,
    route: 'POST /api/auth/second-factor/verify',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
      fakeServer.respondWith('POST /api/auth/sign-in/email', { body: { secondFactor: 'needed' } });
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill('ines@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByLabel('Code', { exact: true }).fill(goodCode);
      return page.getByRole('button', { name: 'Continue' });
    },
  },
]);
