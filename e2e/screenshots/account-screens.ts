import { goodCode } from '../desk/fake-server/account-responses.ts';
import { openWithIdlePolicy } from '../desk/idle-page.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const path = '/app/settings/account';
const password = 'a password to try';

const setUp = then(
  at('account-set-up', path, 'Where You Are Signed In'),
  async (page) => {
    await page.getByRole('button', { name: 'Set Up' }).click();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
  },
  { windowOnly: true },
);

/** One's own account, the second step of signing in, and the warning before an idle sign-out. */
export const accountScreens: readonly FakeServerShot[] = [
  at('account', path, 'Chrome on Windows'),
  at('account-second-factor-on', path, 'On since', ({ accountDesk }) => accountDesk.switchOn()),
  at('account-loading', path, 'Loading sessions...', (fakeServer) =>
    fakeServer.hold('GET /api/auth/sessions'),
  ),
  at('account-error', path, 'Your sessions could not be loaded', (fakeServer) =>
    fakeServer.respondWith('GET /api/auth/sessions', { status: 403, body: { error: 'Not now.' } }),
  ),
  setUp,
  then({ ...setUp, name: 'account-recovery-codes' }, async (page) => {
    await page.getByLabel('Code', { exact: true }).fill(goodCode);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('I have stored these codes').waitFor();
  }),
  then(
    at('account-switch-off', path, 'On since', ({ accountDesk }) => accountDesk.switchOn()),
    async (page) => {
      await page.getByRole('button', { name: 'Switch Off' }).click();
      await page.getByRole('dialog').waitFor();
    },
    { windowOnly: true },
  ),
  at('second-factor-required', '/app', 'Your organization requires one.', (fakeServer) => {
    fakeServer.lacksSecondFactor = true;
  }),
  {
    ...at('idle-warning', '/app', 'Dashboard', ({ accountDesk }) => {
      accountDesk.policy.policy.idleMinutes = 5;
    }),
    windowOnly: true,
    async show(page) {
      await page.clock.install();
      await openWithIdlePolicy(page, '/app');
      await page.clock.fastForward('04:10');
      await page.getByText('Are you still there?').waitFor();
    },
  },
  {
    ...at('sign-in-code', '/sign-in', 'Sign in', (fakeServer) => {
      fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
      fakeServer.respondWith('POST /api/auth/sign-in/email', { body: { secondFactor: 'needed' } });
    }),
    async show(page) {
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill('ines@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
];
