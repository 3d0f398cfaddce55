import type { Page } from '@playwright/test';
import { campaignIdOf, campaignOf, recipientOf, wrongRow } from './fake-server/campaigns-desk.ts';
import { templateOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/campaigns';
const stepOf = (step: string) => `${list}/${campaignIdOf(1)}/${step}`;

function withRows(fakeServer: FakeServer): void {
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2), wrongRow(3, 'not_a_number')]);
}

async function chooseFile(page: Page): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles({
    name: 'recall.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Phone,Day\r\nAda,+12025550101,Monday\r\n'),
  });
}

const buttons: readonly SendingButton[] = [
  {
    sends: 'create-campaign',
    what: 'Continue of a new campaign',
    changes: true,
    route: 'POST /api/campaigns',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Recall' })], kuzco: [] };
      await page.goto(`${list}/new`);
      await page.getByLabel('Name *').fill('Recall in November');
      await page.getByLabel('Agent *').selectOption('The dentist');
      await page.getByLabel('Template *').selectOption('Recall');
      return page.getByRole('button', { name: 'Continue' });
    },
  },
  {
    sends: 'change-campaign',
    what: 'Continue of hours and pace',
    changes: true,
    route: 'PUT /api/campaigns/:id',
    toasts: 0,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('policy'));
      await page.getByLabel('Calls a minute').fill('7');
      return page.getByRole('button', { name: 'Continue' });
    },
  },
  {
    sends: 'delete-campaign',
    what: 'Delete Campaign',
    changes: true,
    route: 'DELETE /api/campaigns/:id',
    toasts: 1,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('check'));
      await page.getByRole('button', { name: 'Delete' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Delete Campaign' });
    },
  },
  {
    sends: 'send-people',
    what: 'Check Rows',
    changes: true,
    route: 'PUT /api/campaigns/:id/file',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.campaignsDesk.put(campaignOf(1));
      await page.goto(stepOf('file'));
      await chooseFile(page);
      return page.getByRole('button', { name: 'Check Rows' });
    },
  },
  {
    sends: 'correct-row',
    what: 'Save and Check of a row',
    changes: true,
    route: 'PUT /api/campaigns/:id/recipients/:version',
    toasts: 1,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('check'));
      await page.getByRole('button', { name: 'Mend row 3' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Save and Check' });
    },
  },
  {
    sends: 'download-rows',
    what: 'Download Rows Not Called',
    route: 'GET /api/campaigns/:id/recipients',
    toasts: 1,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('check'));
      await page.getByRole('button', { name: 'Mend row 3' }).waitFor();
      return page.getByRole('button', { name: 'Download Rows Not Called' });
    },
  },
  {
    sends: 'load-more-rows',
    what: 'Load More of the rows',
    route: 'GET /api/campaigns/:id/recipients',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.campaignsDesk.withRows(
        1,
        Array.from({ length: 150 }, (_, n) => recipientOf(n + 2)),
      );
      await page.goto(stepOf('check'));
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'test-campaign',
    what: 'Call Me',
    changes: true,
    route: 'POST /api/campaigns/:id/test-call',
    toasts: 0,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('start'));
      await page.getByLabel('My Phone Number').fill('+12025550150');
      return page.getByRole('button', { name: 'Call Me' });
    },
  },
  {
    sends: 'start-campaign',
    what: 'Start Campaign',
    changes: true,
    route: 'POST /api/campaigns/:id/start',
    toasts: 1,
    async show(page, fakeServer) {
      withRows(fakeServer);
      await page.goto(stepOf('start'));
      await page.getByRole('button', { name: 'Start Now' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Start Campaign' });
    },
  },
];

testPressedTwice(buttons);
