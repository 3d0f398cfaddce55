import type { FakeServer } from './fake-server/fake-server.ts';
import { fourFollowUps, inbox, pane } from './fake-server/inbox.ts';
import { test } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const buttons: readonly SendingButton[] = [
  {
    sends: 'change-follow-up',
    // The button stays in place and closes the next one with its next press.
    what: 'Done',
    changes: true,
    route: 'PUT /api/follow-ups/:id',
    toasts: 1,
    async show(page) {
      await page.goto(inbox);
      return pane(page).getByRole('button', { name: 'Done' });
    },
  },
  {
    sends: 'call-back',
    what: 'Call Back',
    route: 'GET /api/follow-ups/:id/call-back',
    toasts: 0,
    async show(page) {
      await page.goto(inbox);
      return pane(page).getByRole('button', { name: 'Call Back' });
    },
  },
  {
    sends: 'add-follow-up',
    what: 'Add Follow-up',
    changes: true,
    route: 'POST /api/follow-ups',
    toasts: 1,
    async show(page) {
      await page.goto(inbox);
      await page.getByRole('button', { name: 'Add Follow-up' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What is to be done *').fill('Send the form.');
      return dialog.getByRole('button', { name: 'Add Follow-up' });
    },
  },
  {
    sends: 'urgent-mail',
    what: 'E-mail me urgent ones',
    changes: true,
    route: 'PUT /api/follow-ups/people/me',
    toasts: 0,
    async show(page, fakeServer: FakeServer) {
      fakeServer.followUpDesk.mailPossible = true;
      await page.goto(inbox);
      await page.getByRole('button', { name: 'Urgent follow-ups' }).click();
      return page.getByRole('switch', { name: 'E-mail me urgent ones' });
    },
  },
];

test.beforeEach(({ fakeServer }) => fourFollowUps(fakeServer));
testPressedTwice(buttons);
