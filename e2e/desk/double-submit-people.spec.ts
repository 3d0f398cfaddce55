import type { Page } from '@playwright/test';
import { personIdOf } from './fake-server/people-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/settings/people';
const done = { body: { done: true } };
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

const buttons: readonly SendingButton[] = [
  {
    sends: 'create-invitation',
    what: 'Create Invitation',
    changes: true,
    route: 'POST /api/people/invitations',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=invite`);
      return dialogButton(page, 'Create Invitation');
    },
  },
  {
    sends: 'set-role',
    what: 'Save Role',
    route: 'PUT /api/people/:id/role',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=role:${personIdOf(1)}`);
      return dialogButton(page, 'Save Role');
    },
  },
  {
    sends: 'change-person',
    what: 'Remove of a person',
    route: 'DELETE /api/people/:id/role',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=remove:${personIdOf(1)}`);
      return dialogButton(page, 'Remove');
    },
  },
  {
    sends: 'set-sign-up',
    what: 'Save of who may sign up',
    route: 'PUT /api/people/sign-up',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=sign-up`);
      return dialogButton(page, 'Save');
    },
  },
  {
    sends: 'look-at-invitation',
    what: 'Retry of an invitation',
    route: 'POST /api/auth/invitation/look',
    toasts: 0,
    answer: { status: 404, body: { error: 'This invitation does not exist.', code: 'invitation_not_found' } },
    async show(page, fakeServer) {
      fakeServer.respondWith('POST /api/auth/invitation/look', {
        ...{ status: 404, body: { error: 'This invitation does not exist.', code: 'invitation_not_found' } },
      });
      await page.goto('/invitation#b1a2c3d4');
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'accept-invitation',
    what: 'Accept Invitation',
    route: 'POST /api/auth/invitation/accept',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.claims = {};
      await page.goto('/invitation#b1a2c3d4');
      return page.getByRole('button', { name: 'Accept Invitation' });
    },
  },
  {
    sends: 'sign-out-invited',
    what: 'Sign Out of the page of an invitation',
    route: 'POST /api/auth/sign-out',
    toasts: 0,
    answer: done,
    async show(page, fakeServer) {
      fakeServer.claims = {};
      await page.goto('/invitation#b1a2c3d4');
      return page.getByRole('button', { name: 'Sign Out' });
    },
  },
];

testPressedTwice(buttons);
