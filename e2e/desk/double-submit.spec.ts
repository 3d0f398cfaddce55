import type { Locator, Page } from '@playwright/test';
import { callIdOf, callOf, liveCallOf, templateOf } from './fake-server/data.ts';
import { choose, openMenu, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const number = '+15005551002';
const templatesPath = '/app/settings/templates';
const templatesRoute = '/api/templates/templates';
const refusal = { status: 400, body: { error: 'Not now.', code: 'invalid_request' } };
const done = { body: { done: true } };

// When its stream opens, a page asks again for what it could not load, and Retry is gone for that time: it is held.
const buttons: readonly SendingButton[] = [
  {
    sends: 'call-again',
    what: 'Call Again',
    changes: true,
    calls: true,
    route: 'POST /api/twilio/:id/call',
    toasts: 1,
    async show(page) {
      await page.goto('/app/voice-agents');
      return (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' });
    },
  },
  {
    sends: 'delete-call',
    what: 'Delete',
    changes: true,
    route: 'DELETE /api/calls/:id',
    toasts: 1,
    async show(page) {
      await page.goto('/app/voice-agents');
      return (await openMenu(page, number)).getByRole('menuitem', { name: 'Delete' });
    },
  },
  {
    sends: 'place-call',
    what: 'Place Call',
    changes: true,
    calls: true,
    route: 'POST /api/twilio/:id/call',
    toasts: 1,
    async show(page) {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'New Call' }).click();
      return filledForm(page);
    },
  },
  {
    sends: 'place-call',
    what: 'Place Call of the standalone screen',
    route: 'POST /api/twilio/:id/call',
    toasts: 1,
    async show(page) {
      await page.goto('/app/voice-agents/new');
      return filledForm(page);
    },
  },
  {
    sends: 'end-call',
    what: 'End Call',
    changes: true,
    route: 'POST /api/calls/:id/end',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.calls = [liveCallOf(2)];
      await page.goto(`/app/voice-agents/${callIdOf(2)}`);
      return page.getByRole('button', { name: 'End Call' });
    },
  },
  {
    sends: 'save-template',
    what: 'Create Template',
    changes: true,
    route: `POST ${templatesRoute}`,
    toasts: 0,
    async show(page) {
      await page.goto(templatesPath);
      await page.getByRole('button', { name: 'Add Template' }).first().click();
      await page.getByLabel('Template Name *').fill('Recall');
      await page.getByLabel('Prompt Message *').fill('Say hello.');
      return page.getByRole('dialog').getByRole('button', { name: 'Create Template' });
    },
  },
  {
    sends: 'save-template',
    what: 'Update Template',
    changes: true,
    route: `PUT ${templatesRoute}/:id`,
    toasts: 0,
    async show(page) {
      await page.goto(templatesPath);
      await page.getByRole('button', { name: 'Edit Reminder' }).click();
      return page.getByRole('button', { name: 'Update Template' });
    },
  },
  {
    sends: 'delete-template',
    what: 'Delete Template',
    changes: true,
    route: `DELETE ${templatesRoute}/:id`,
    toasts: 0,
    async show(page) {
      await page.goto(templatesPath);
      await page.getByRole('button', { name: 'Delete Reminder' }).click();
      return page.getByRole('button', { name: 'Delete Template' });
    },
  },
  {
    sends: 'load-more',
    what: 'Load More',
    route: 'GET /api/calls',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.calls = Array.from({ length: 60 }, (_, index) => callOf(60 - index));
      await page.goto('/app/voice-agents');
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'retry',
    what: 'Retry of the calls',
    route: 'GET /api/calls',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.hold('GET /api/events');
      fakeServer.respondWith('GET /api/calls', refusal);
      await page.goto('/app/voice-agents');
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'retry',
    what: 'Retry of the templates',
    route: `GET ${templatesRoute}`,
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.hold('GET /api/events');
      fakeServer.respondWith(`GET ${templatesRoute}`, refusal);
      await page.goto(templatesPath);
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'retry',
    what: 'Retry in the form',
    route: `GET ${templatesRoute}`,
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.hold('GET /api/events');
      fakeServer.respondWith(`GET ${templatesRoute}`, refusal);
      await page.goto('/app/voice-agents/new');
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'retry',
    what: 'Retry of the agents',
    route: 'GET /api/agents',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.hold('GET /api/events');
      fakeServer.respondWith('GET /api/agents', refusal);
      await page.goto('/app/voice-agents/new');
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'retry-session',
    what: 'Retry of the sign-in',
    route: 'GET /config.json',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.respondWith('GET /config.json', refusal);
      await page.goto('/app');
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'sign-in',
    what: 'Sign In',
    route: 'POST /api/auth/sign-in/email',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' }, 1);
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill('ines@example.com');
      await page.getByLabel('Password').fill('a password to try');
      return page.getByRole('button', { name: 'Sign In' });
    },
  },
  {
    sends: 'sign-up',
    what: 'Create Account',
    route: 'POST /api/auth/sign-up/email',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' }, 1);
      await page.goto('/sign-up');
      await page.getByLabel('First name').fill('Ines');
      await page.getByLabel('Last name').fill('Marchetti');
      await page.getByLabel('Email').fill('ines@example.com');
      await page.getByLabel('Password').fill('a password to try');
      return page.getByRole('button', { name: 'Create Account' });
    },
  },
  {
    sends: 'reset-password',
    what: 'Set Password',
    route: 'POST /api/auth/reset-password',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
      await page.goto('/sign-in/reset?token=abc');
      await page.getByLabel('New password', { exact: true }).fill('a password to try');
      await page.getByLabel('New password again').fill('a password to try');
      return page.getByRole('button', { name: 'Set Password' });
    },
  },
  {
    sends: 'sign-out',
    what: 'Sign Out of the sidebar',
    route: 'POST /api/auth/sign-out',
    toasts: 0,
    answer: done,
    async show(page) {
      await page.goto('/app');
      return page.getByRole('button', { name: 'Sign Out' });
    },
  },
  {
    sends: 'sign-out-denied',
    what: 'Sign Out of Access Denied',
    route: 'POST /api/auth/sign-out',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.claims = {};
      await page.goto('/access-denied');
      // On opening, once it is denied, and whenever the window gets the focus.
      await expect
        .poll(() => fakeServer.requestsTo('GET /api/auth/get-session').length)
        .toBeGreaterThanOrEqual(2);
      return page.getByRole('button', { name: 'Sign Out' });
    },
  },
];

async function filledForm(page: Page): Promise<Locator> {
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  await choose(page, 'Select Agent', 'Kuzco');
  await page.getByLabel('Phone Number').fill(number);
  await page.getByLabel('Instructions').fill('Say hello.');
  return page.getByRole('button', { name: 'Place Call' });
}

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.calls = [callOf(3), callOf(2), callOf(1)];
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
});

testPressedTwice(buttons);

test('a key that is held down dials once', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).focus();
  // The first press, and what the keyboard repeats for as long as the key is down.
  for (let repeat = 0; repeat < 30; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(toasts(page)).toHaveCount(1);
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(1);
});
