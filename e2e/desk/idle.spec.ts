import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expect, test } from './fake-server/test.ts';
import { toolIdOf } from './fake-server/tools-desk.ts';
import { openWithIdlePolicy } from './idle-page.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** A page of an organization that signs out after five minutes, with a clock that the test moves. */
async function open(page: Page, fakeServer: FakeServer, path: string): Promise<void> {
  fakeServer.accountDesk.policy.policy.idleMinutes = 5;
  fakeServer.respondWith('POST /api/auth/sign-out', { body: { done: true } });
  await page.clock.install();
  await openWithIdlePolicy(page, path);
}

const signedOut = (fakeServer: FakeServer) => fakeServer.requestsTo('POST /api/auth/sign-out').length;

test('SI13: a minute before the end a dialog warns, is announced, and Stay Signed In keeps the session', async ({
  page,
  fakeServer,
}) => {
  await open(page, fakeServer, '/app');
  // Not nearly all of the four minutes: the clock goes on by itself, too, while the page is looked at.
  await page.clock.fastForward('03:00');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward('01:05');
  await expect(warning(page)).toBeVisible();
  await expect(warning(page).getByRole('status')).toHaveText(/signed out in (?:a minute|30 seconds)/);
  await expect(page.getByRole('button', { name: 'Stay Signed In' })).toBeFocused();
  await expectAccessible(page, { dialogOpen: true, looks: [{ theme: 'dark', width: 360 }] });
  const before = fakeServer.requestsTo('GET /api/auth/get-session').length;
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect.poll(() => fakeServer.requestsTo('GET /api/auth/get-session').length).toBeGreaterThan(before);
  const [next] = fakeServer.requestsTo('GET /api/auth/get-session').slice(before);
  expect(next?.headers['x-parley-idle-seconds']).toBe('0');
  await page.clock.fastForward('03:00');
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
  await expect.poll(() => signedOut(fakeServer)).toBe(1);
});

test('SI10: somebody who works is not warned', async ({ page, fakeServer }) => {
  await open(page, fakeServer, '/app');
  for (let minute = 0; minute < 8; minute += 2) {
    await page.clock.fastForward('02:00');
    await page.keyboard.press('Shift');
  }
  await expect(warning(page)).toHaveCount(0);
});

/** Nobody does anything for five minutes; then the same person signs in again. */
async function leaveAndReturn(page: Page, fakeServer: FakeServer, path: RegExp): Promise<void> {
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
  await expect(page).toHaveURL(path);
}

interface TypedForm {
  name: string;
  path: string;
  /** Opens the form; nothing where it is the page. */
  open: (page: Page) => Promise<void>;
  typed: Readonly<Record<string, string>>;
  /** The address names the dialog, so that it is open again. */
  isInAddress?: boolean;
  /** Typed, and not kept. */
  secrets?: Readonly<Record<string, string>>;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const forms: readonly TypedForm[] = [
  {
    name: 'a call',
    path: '/app/voice-agents',
    open: press('New Call'),
    typed: { 'Phone Number': '+15005551002', Instructions: 'Ask about Tuesday.' },
  },
  {
    name: 'a follow-up',
    path: '/app/follow-ups',
    open: press('Add Follow-up'),
    typed: { 'What is to be done *': 'Send the form.', 'Phone Number': '+15005551002' },
  },
  {
    name: 'a tool',
    path: `/app/settings/tools/${toolIdOf(1)}`,
    open: async () => {},
    typed: { 'What it is for *': 'Finds free times, also on Saturdays.' },
  },
  {
    name: 'a new tool',
    path: '/app/settings/tools/new',
    open: async () => {},
    typed: { 'Name *': 'find_patient', 'What it is for *': 'Finds a patient by name.' },
  },
  {
    name: 'a new MCP server',
    path: '/app/settings/tools',
    open: press('Connect MCP Server'),
    isInAddress: true,
    typed: { 'Name *': 'calendar', 'Address *': 'https://calendar.example.com/mcp' },
  },
  {
    name: 'a mail server',
    path: '/app/settings/connections',
    open: press('Connect Mail'),
    typed: { 'Mail server *': 'smtp.example.com', User: 'desk' },
    secrets: { Password: 'canary-password' },
  },
  {
    name: 'an invitation',
    path: '/app/settings/people',
    open: press('Invite'),
    isInAddress: true,
    typed: { Email: 'tomas@example.com' },
  },
  {
    name: 'an API key',
    path: '/app/settings/developers',
    open: press('New Key'),
    isInAddress: true,
    typed: { Name: 'Practice software' },
  },
  {
    name: 'a webhook endpoint',
    path: '/app/settings/developers',
    open: press('New Endpoint'),
    isInAddress: true,
    typed: { Name: 'Practice software', Address: 'https://practice.example.com/' },
  },
];

for (const { name, path, open: openForm, typed, isInAddress = false, secrets = {} } of forms)
  test(`SI14: ${name} that was typed is there after signing in again, on the same page`, async ({
    page,
    fakeServer,
  }) => {
    await open(page, fakeServer, path);
    await openForm(page);
    const all = Object.entries({ ...typed, ...secrets });
    for (const [label, text] of all) await page.getByLabel(label, { exact: true }).first().fill(text);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secret of Object.values(secrets)) expect(stored).not.toContain(secret);
    await leaveAndReturn(page, fakeServer, new RegExp(`${path}(?:\\?|$)`));
    const offer = page.getByRole('button', { name: 'Restore What You Typed' });
    if (!isInAddress) await openForm(page);
    await offer.click();
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text);
    for (const label of Object.keys(secrets))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
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
  await openWithIdlePolicy(other, '/app');
  // The clock is that of both tabs.
  await page.clock.fastForward('04:10');
  for (const tab of [page, other]) await expect(warning(tab)).toBeVisible();
  await other.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(warning(other)).toHaveCount(0);
  await page.clock.fastForward('00:02');
  await expect(warning(page)).toHaveCount(0);
  expect(signedOut(fakeServer)).toBe(0);
});
