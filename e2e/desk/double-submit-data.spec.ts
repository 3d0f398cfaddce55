import type { Page } from '@playwright/test';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const path = '/app/settings/data';

async function find(page: Page) {
  await page.goto(path);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByRole('button', { name: 'Find' }).click();
}

const buttons: readonly SendingButton[] = [
  {
    sends: 'find-person',
    what: 'Find of a number',
    route: 'POST /api/data/person/find',
    toasts: 0,
    async show(page) {
      await page.goto(path);
      await page.getByLabel('Phone Number').fill('+15005550010');
      return page.getByRole('button', { name: 'Find' });
    },
  },
  {
    sends: 'export-person',
    what: 'Export of a person',
    route: 'POST /api/data/person/export',
    toasts: 1,
    async show(page) {
      await find(page);
      return page.getByRole('button', { name: 'Export' });
    },
  },
  {
    sends: 'erase-person',
    what: 'Erase Everything',
    changes: true,
    route: 'POST /api/data/person/erase',
    toasts: 1,
    async show(page) {
      await find(page);
      await page.getByRole('button', { name: 'Erase...' }).click();
      await page.getByLabel('Type ERASE to go on').fill('ERASE');
      return page.getByRole('button', { name: 'Erase Everything' });
    },
  },
  {
    sends: 'preview-retention',
    what: 'Preview of retention',
    route: 'POST /api/data/retention/preview',
    toasts: 0,
    async show(page) {
      await page.goto(path);
      return page.getByRole('button', { name: 'Preview' });
    },
  },
  {
    sends: 'save-retention',
    what: 'Save Retention',
    changes: true,
    route: 'PUT /api/data/retention',
    toasts: 1,
    async show(page) {
      await page.goto(path);
      await page.getByLabel('Transcripts').selectOption('Delete after 90 days');
      return page.getByRole('button', { name: 'Save Retention' });
    },
  },
];

testPressedTwice(buttons);
