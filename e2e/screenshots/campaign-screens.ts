import type { Page } from '@playwright/test';
import { campaignIdOf, campaignOf, recipientOf, wrongRow } from '../desk/fake-server/campaigns-desk.ts';
import { templateOf } from '../desk/fake-server/data.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/campaigns';
const stepOf = (step: string) => `${list}/${campaignIdOf(1)}/${step}`;
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

const people = ['Ada Weber', 'Ben Okafor', 'Cleo Park', 'Dan Ruiz', 'Zoë Lindqvist'];
const good = people.map((name, n) =>
  recipientOf(n + 2, {
    name,
    cells: [name, `+1202555100${n}`, 'Monday, November 9, at ten'],
    ...(n === 3 && { zones: ['America/Boise', 'America/Los_Angeles'] }),
    ...(n === 4 && { zones: ['Europe/Stockholm'], zoneSource: 'file' }),
  }),
);
const wrong = [
  wrongRow(7, 'not_a_number', { name: 'Finn Berg', number: null, detail: '555-CALL', cells: ['Finn Berg'] }),
  wrongRow(8, 'no_country', { name: 'Gia Conti', number: null, detail: '0170 123 45 67' }),
  wrongRow(9, 'no_zone', { name: 'Hugo Lang', number: '+18005550199' }),
  wrongRow(10, 'missing_value', { name: 'Ida Holm', detail: 'Day' }),
  wrongRow(11, 'do_not_call', { name: 'Jon Abreu' }),
  wrongRow(12, 'repeated_person', { name: 'Ada Weber' }),
];

function withDraft(fakeServer: FakeServer): void {
  fakeServer.campaignsDesk.withRows(1, [...good, ...wrong], {
    name: 'Recall in November',
    prompt:
      'Remind <Patient Name> of the yearly check-up on <Day>. Ask whether the time still suits. If it does not, offer to be called back by the reception.',
  });
}

function withCampaigns(fakeServer: FakeServer): void {
  withDraft(fakeServer);
  const desk = fakeServer.campaignsDesk;
  desk.put(campaignOf(2, { name: 'Delivery notices', agentId: 'kuzco', purpose: 'service' }));
  desk.withRows(3, good, { name: 'How was your visit?', purpose: 'survey', state: 'running' });
  desk.withRows(4, good, {
    ...{ name: 'Spring offer for families with children', purpose: 'sales', state: 'paused' },
    pause: { reason: 'breaker_hang_ups', detail: '', at: '2026-10-13T09:00:00.000Z' },
  });
  desk.withRows(5, good, {
    ...{ name: 'Flu shots', state: 'scheduled', startAt: '2026-11-02T08:00:00.000Z' },
  });
  desk.withRows(6, good, { name: 'Recall in October', state: 'completed' });
}

const csv = ['Name,Phone,Day', ...people.map((name, n) => `${name},+1202555100${n},Monday at ten`)];

async function chooseFile(page: Page): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles({
    name: 'recall-november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv.join('\r\n')),
  });
}

/** Every screen and state of making a campaign. */
export const campaignScreens: readonly FakeServerShot[] = [
  at('campaigns', list, 'Recall in November', withCampaigns),
  at('campaigns-empty', list, 'No campaigns yet.'),
  at('campaigns-loading', list, 'Loading campaigns...', (fakeServer) =>
    fakeServer.hold('GET /api/campaigns'),
  ),
  at('campaigns-error', list, 'Failed to load campaigns', (fakeServer) =>
    fakeServer.respondWith('GET /api/campaigns', refused),
  ),
  then(
    at('campaign-new', `${list}/new`, 'Basics', (fakeServer) => {
      fakeServer.templates = { ...fakeServer.templates, 'gs-dental': [templateOf(1, { name: 'Recall' })] };
    }),
    async (page) => {
      await page.getByLabel('Agent *').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Give the campaign a name.').waitFor();
    },
  ),
  at('campaign-basics', stepOf('basics'), 'Instructions', withDraft),
  at('campaign-file', stepOf('file'), 'Drop a CSV file here', (fakeServer) => {
    fakeServer.campaignsDesk.put(campaignOf(1, { name: 'Recall in November' }));
  }),
  then(
    at('campaign-paste', stepOf('file'), 'Drop a CSV file here', (fakeServer) => {
      fakeServer.campaignsDesk.put(campaignOf(1, { name: 'Recall in November' }));
    }),
    async (page) => {
      await page.getByRole('button', { name: 'Paste Rows' }).click();
    },
  ),
  then(
    at('campaign-columns', stepOf('file'), 'Drop a CSV file here', (fakeServer) => {
      fakeServer.campaignsDesk.put(campaignOf(1, { name: 'Recall in November' }));
      fakeServer.campaignsDesk.sameFile = [
        { id: campaignIdOf(9), name: 'Recall in October', createdAt: '2026-10-02T09:00:00.000Z' },
      ];
    }),
    async (page) => {
      await chooseFile(page);
      await page.getByRole('button', { name: 'Check Rows' }).click();
      await page.getByText('This file was used before').waitFor();
    },
  ),
  at('campaign-file-sent', stepOf('file'), 'Columns: Name', withDraft),
  at('campaign-check', stepOf('check'), '555-CALL', withDraft),
  at('campaign-check-good', `${stepOf('check')}?show=pending`, 'Zoë Lindqvist', withDraft),
  then(
    at('campaign-mend', stepOf('check'), '555-CALL', withDraft),
    async (page) => {
      await page.getByRole('button', { name: 'Mend row 7' }).click();
    },
    { windowOnly: true },
  ),
  at('campaign-policy', stepOf('policy'), 'Too much goes wrong', withDraft),
  at('campaign-start', stepOf('start'), 'Phone cost', withDraft),
  then(
    at('campaign-start-question', stepOf('start'), 'Phone cost', withDraft),
    async (page) => {
      await page.getByRole('button', { name: 'Start Now' }).click();
      await page.getByRole('dialog').waitFor();
    },
    { windowOnly: true },
  ),
  at('campaign-viewer', stepOf('check'), '555-CALL', (fakeServer) => {
    withDraft(fakeServer);
    fakeServer.claims = { parley: 'viewer' };
  }),
];
