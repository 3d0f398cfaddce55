import type { Page } from '@playwright/test';
import { contactOf, importOf } from './fake-server/contacts-desk.ts';
import { callIdOf, callOf } from './fake-server/data.ts';
import { outcomeFieldOf, outcomeOf } from './fake-server/outcome-responses.ts';
import { toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/contacts';
const ofAda = `${list}/${encodeURIComponent(contactOf(2).number)}`;
const call = `/app/voice-agents/${callIdOf(2)}`;
const refusal = { status: 400, body: { error: 'Not now.', code: 'invalid_request' } };

/** A toast stays while the pointer is on it, also on a machine that needs longer than its ten seconds. */
async function undo(page: Page) {
  const button = toasts(page).getByRole('button', { name: 'Undo' });
  await button.hover();
  return button;
}

const buttons: readonly SendingButton[] = [
  {
    sends: 'save-contact',
    what: 'Save Contact',
    changes: true,
    route: 'PUT /api/contacts/:id',
    toasts: 0,
    async show(page) {
      await page.goto(ofAda);
      await page.getByRole('button', { name: 'Edit Ada Weber' }).click();
      await page.getByLabel('Name *').fill('Ada Ortiz');
      return page.getByRole('button', { name: 'Save Contact' });
    },
  },
  {
    sends: 'delete-contact',
    what: 'Delete of a contact',
    route: 'DELETE /api/contacts/:id',
    toasts: 1,
    async show(page) {
      await page.goto(ofAda);
      return page.getByRole('button', { name: 'Delete Ada Weber' });
    },
  },
  {
    sends: 'restore-contact',
    what: 'Undo of a deleted contact',
    route: 'POST /api/contacts',
    toasts: 0,
    async show(page) {
      await page.goto(ofAda);
      await page.getByRole('button', { name: 'Delete Ada Weber' }).click();
      return undo(page);
    },
  },
  {
    sends: 'load-more-contacts',
    what: 'Load More of the contacts',
    route: 'GET /api/contacts',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.contactsDesk.contacts = Array.from({ length: 150 }, (_, n) => contactOf(n));
      await page.goto(list);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'load-earlier-calls',
    what: 'Show Earlier Calls of a number',
    route: 'GET /api/contacts/numbers/:id/calls',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.calls = Array.from({ length: 25 }, (_, n) => callOf(n, { to: contactOf(2).number }));
      await page.goto(ofAda);
      return page.getByRole('button', { name: 'Show Earlier Calls' });
    },
  },
  {
    sends: 'export-contacts',
    what: 'Export',
    route: 'GET /api/contacts/export',
    toasts: 0,
    answer: refusal,
    async show(page) {
      await page.goto(list);
      return page.getByRole('button', { name: 'Export' });
    },
  },
  {
    sends: 'start-import',
    what: 'Import',
    route: 'POST /api/contacts/imports',
    toasts: 0,
    async show(page) {
      await page.goto(`${list}?import=new`);
      const buffer = Buffer.from('Name,Phone\nAda,+4930123456\n');
      await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
      return page.getByRole('dialog').getByRole('button', { name: 'Import' });
    },
  },
  {
    sends: 'undo-import',
    what: 'Undo Import',
    route: 'POST /api/contacts/imports/:id/undo',
    toasts: 1,
    async show(page, fakeServer) {
      fakeServer.contactsDesk.imports = [importOf(1)];
      await page.goto(`${list}?import=${importOf(1).id}`);
      return page.getByRole('button', { name: 'Undo Import' });
    },
  },
  {
    sends: 'restore-call',
    what: 'Undo of a deleted call',
    route: 'POST /api/calls/:id/restore',
    toasts: 0,
    async show(page) {
      await page.goto(call);
      await page.getByRole('button', { name: 'Delete' }).click();
      return undo(page);
    },
  },
  {
    sends: 'delete-call',
    what: 'Delete on the page of a call',
    changes: true,
    route: 'DELETE /api/calls/:id',
    toasts: 1,
    async show(page) {
      await page.goto(call);
      return page.getByRole('button', { name: 'Delete' });
    },
  },
  {
    sends: 'correct-outcome',
    what: 'Save of a correction',
    changes: true,
    route: 'PUT /api/calls/:id/outcome/:field',
    toasts: 0,
    async show(page) {
      await page.goto(call);
      await page.getByRole('button', { name: 'Correct' }).first().click();
      await page.getByLabel('Result').selectOption('Not reached');
      return page.getByRole('button', { name: 'Save' });
    },
  },
  {
    sends: 'withdraw-correction',
    what: 'Withdraw',
    route: 'DELETE /api/calls/:id/outcome/:field',
    toasts: 0,
    async show(page) {
      await page.goto(call);
      return page.getByRole('button', { name: 'Withdraw' });
    },
  },
  {
    sends: 'run-outcome',
    what: 'Run again',
    route: 'POST /api/calls/:id/outcome/run',
    toasts: 0,
    async show(page) {
      await page.goto(call);
      return page.getByRole('button', { name: 'Run again' });
    },
  },
];

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.contactsDesk.contacts = [contactOf(2, { name: 'Ada Weber' })];
  const by = { displayName: 'Ben' };
  const at = '2026-10-13T11:00:00.000Z';
  const outcomes = {
    ...outcomeOf([outcomeFieldOf('Confirmed', 'yes_no')]),
    corrections: [{ field: 'confirmed', value: true, revision: 1, by, at }],
    fieldsChanged: true,
  };
  fakeServer.calls = [callOf(2, { outcomes }), callOf(1)];
});

testPressedTwice(buttons);
