import { numberOf } from './fake-server/do-not-call-desk.ts';
import { toasts } from './fake-server/screen.ts';
import { expect } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/settings/do-not-call';

const buttons: readonly SendingButton[] = [
  {
    sends: 'add-do-not-call',
    what: 'Add Number',
    changes: true,
    route: 'POST /api/do-not-call',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      await page.getByRole('button', { name: 'Add Number' }).click();
      await page.getByRole('dialog').getByLabel('Phone Number').fill('+15005550199');
      return page.getByRole('dialog').getByRole('button', { name: 'Add Number' });
    },
  },
  {
    sends: 'remove-do-not-call',
    what: 'Remove Number',
    changes: true,
    route: 'POST /api/do-not-call/:id/remove',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      await page.getByRole('button', { name: 'Remove +15005552002' }).click();
      await page.getByLabel('Reason').selectOption('It was added by mistake');
      return page.getByRole('dialog').getByRole('button', { name: 'Remove Number' });
    },
  },
  {
    sends: 'restore-do-not-call',
    what: 'Undo of a removed number',
    route: 'POST /api/do-not-call',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      await page.getByRole('button', { name: 'Remove +15005552002' }).click();
      await page.getByLabel('Reason').selectOption('It was added by mistake');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove Number' }).click();
      const undo = toasts(page).getByRole('button', { name: 'Undo' });
      await undo.hover();
      return undo;
    },
  },
  {
    sends: 'confirm-do-not-call',
    what: 'Confirm of a number',
    route: 'POST /api/do-not-call/:id/confirm',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      return page.getByRole('button', { name: 'Confirm' });
    },
  },
  {
    sends: 'import-do-not-call',
    what: 'Import of numbers',
    route: 'POST /api/do-not-call/import',
    toasts: 0,
    async show(page) {
      await page.goto(list);
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'registry.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('+15005550201\r\n'),
      });
      return page.getByRole('dialog').getByRole('button', { name: 'Import' });
    },
  },
  {
    sends: 'export-do-not-call',
    what: 'Export of numbers',
    route: 'GET /api/do-not-call/export',
    toasts: 1,
    async show(page) {
      await page.goto(list);
      return page.getByRole('button', { name: 'Export' });
    },
  },
  {
    sends: 'load-more-numbers',
    what: 'Load More of the numbers',
    route: 'GET /api/do-not-call',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.doNotCallDesk.entries = Array.from({ length: 150 }, (_, n) => numberOf(n));
      await page.goto(list);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
];

testPressedTwice(buttons);
