import type { Page } from '@playwright/test';
import { callIdOf, callOf, liveCallOf, templateOf } from './stand-in/data.ts';
import type { Desk, Instead } from './stand-in/desk.ts';
import { choose, expectToast, openMenu, toasts } from './stand-in/screen.ts';
import { expect, test } from './stand-in/test.ts';

const number = '+15005551002';
const templates = '/api/templates/templates';

/** Bodies that say nothing: what counts is that the server said yes. */
const silent: Readonly<Record<string, Instead>> = {
  'an empty 204': { status: 204 },
  'a 200 without the usual fields': { status: 200, body: {} },
  'a 201 that is not JSON': { status: 201, body: 'Created' },
};

test.beforeEach(async ({ desk }) => {
  desk.calls = [callOf(2)];
  desk.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
});

const acts: Readonly<Record<string, [route: string, act: (page: Page, desk: Desk) => Promise<void>]>> = {
  'Place Call': [
    'POST /api/twilio/:id/call',
    async (page) => {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'New Call' }).click();
      await expect(page.getByLabel('Select Agent')).toBeEnabled();
      await choose(page, 'Select Agent', 'Kuzco');
      await page.getByLabel('Phone Number').fill(number);
      await page.getByLabel('Instructions').fill('Say hello.');
      await page.getByRole('button', { name: 'Place Call' }).click();
      await expectToast(page, `Call to ${number} initiated successfully!`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
  'Call Again': [
    'POST /api/twilio/:id/call',
    async (page) => {
      await page.goto('/app/voice-agents');
      await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
      await expectToast(page, `Call to ${number} initiated successfully!`);
    },
  ],
  Delete: [
    'DELETE /api/calls/:id',
    async (page) => {
      await page.goto('/app/voice-agents');
      await (await openMenu(page, number)).getByRole('menuitem', { name: 'Delete' }).click();
      await expectToast(page, 'Call deleted successfully');
    },
  ],
  'End Call': [
    'POST /api/calls/:id/end',
    async (page, desk) => {
      desk.calls = [liveCallOf(2)];
      await page.goto(`/app/voice-agents/${callIdOf(2)}`);
      const button = page.getByRole('button', { name: 'End Call' });
      await expect(button).toBeVisible();
      desk.calls = [callOf(2)];
      await button.click();
      await expect(button).toHaveCount(0);
    },
  ],
  'Create Template': [
    `POST ${templates}`,
    async (page) => {
      await page.goto('/app/settings/templates');
      await page.getByRole('button', { name: 'Add Template' }).first().click();
      await page.getByLabel('Template Name *').fill('Recall');
      await page.getByLabel('Prompt Message *').fill('Say hello.');
      await page.getByRole('dialog').getByRole('button', { name: 'Create Template' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
  'Update Template': [
    `PUT ${templates}/:id`,
    async (page) => {
      await page.goto('/app/settings/templates');
      await page.getByRole('button', { name: 'Edit Reminder' }).click();
      await page.getByRole('button', { name: 'Update Template' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
  'Delete Template': [
    `DELETE ${templates}/:id`,
    async (page) => {
      await page.goto('/app/settings/templates');
      await page.getByRole('button', { name: 'Delete Reminder' }).click();
      await page.getByRole('button', { name: 'Delete Template' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
};

for (const [what, [route, act]] of Object.entries(acts)) {
  test(`${what} that succeeded is not told as a failure because of its body`, async ({ page, desk }) => {
    for (const answer of Object.values(silent)) {
      desk.heal(route);
      desk.answer(route, answer);
      await act(page, desk);
      await expect(toasts(page).filter({ hasText: 'Failed' })).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });
}

test('Sign Out of Access Denied signs out also while the session is still being read', async ({
  page,
  desk,
}) => {
  desk.claims = {};
  desk.answer('POST /api/auth/sign-out', { body: { done: true } });
  const release = desk.hold('GET /api/auth/get-session');
  await page.goto('/access-denied');
  await expect.poll(() => desk.requestsTo('GET /api/auth/get-session').length).toBe(1);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/access-denied');
  await expect(page.getByRole('button', { name: 'Signing out...' })).toBeDisabled();
  release();
  await expect.poll(() => desk.requestsTo('POST /api/auth/sign-out').length).toBe(1);
  // The stand-in still knows the account, so its landing page leads on; leaving at all is what counts.
  await expect(page.getByRole('button', { name: 'Signing out...' })).toHaveCount(0);
});
