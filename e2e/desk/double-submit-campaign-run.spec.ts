import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { personOf, watchedCampaign, watchedId } from './fake-server/watched-campaign.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const campaign = `/app/campaigns/${watchedId}`;
const settings = '/app/settings/consent';
const registry = {
  ...{ id: '019a8b5e-6c00-7000-8000-000000000080', fileName: '212.csv', dated: '2026-11-01', numbers: 2 },
  ...{ importedAt: '2026-11-02T10:00:00.000Z', importedBy: null },
};

const buttons: readonly SendingButton[] = [
  {
    ...{ sends: 'run-campaign', what: 'Pause of a campaign', changes: true, toasts: 1 },
    route: 'POST /api/campaigns/:id/pause',
    async show(page) {
      await page.goto(campaign);
      return page.getByRole('button', { name: 'Pause' });
    },
  },
  {
    ...{ sends: 'run-campaign', what: 'Stop of a campaign', toasts: 1 },
    route: 'POST /api/campaigns/:id/stop',
    async show(page) {
      await page.goto(campaign);
      await page.getByRole('button', { name: 'Stop…' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true });
    },
  },
  {
    ...{ sends: 'act-on-recipient', what: 'Hold of a person', toasts: 1 },
    route: 'POST /api/campaigns/:id/recipients/:version/hold',
    async show(page) {
      await page.goto(`${campaign}?show=people`);
      await page.getByRole('button', { name: 'Actions for Dan Novak' }).last().click();
      return page.getByRole('menuitem', { name: 'Hold', exact: true });
    },
  },
  {
    ...{ sends: 'repeat-campaign', what: 'Call Those Not Reached', changes: true, toasts: 1 },
    route: 'POST /api/campaigns/:id/again',
    async show(page, fakeServer) {
      fakeServer.watched.campaign = watchedCampaign({ state: 'stopped' });
      await page.goto(campaign);
      return page.getByRole('button', { name: 'Call Those Not Reached' });
    },
  },
  {
    ...{ sends: 'export-campaign-results', what: 'Results of a campaign', toasts: 1 },
    route: 'POST /api/campaigns/:id/results',
    async show(page) {
      await page.goto(`${campaign}?show=people`);
      await page.getByRole('button', { name: 'Results File' }).click();
      return page.getByRole('menuitem', { name: 'A line for each person' });
    },
  },
  {
    ...{ sends: 'load-more-people', what: 'Load More of the people', toasts: 0 },
    route: 'GET /api/campaigns/:id/recipients',
    async show(page, fakeServer) {
      fakeServer.watched.people = Array.from({ length: 120 }, (_, n) => personOf(n + 2));
      await page.goto(`${campaign}?show=people`);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    ...{ sends: 'load-earlier-events', what: 'Load Earlier of the timeline', toasts: 0 },
    route: 'GET /api/campaigns/:id/events',
    async show(page, fakeServer) {
      const body = { events: fakeServer.watched.events, nextCursor: 1 };
      fakeServer.respondWith('GET /api/campaigns/:id/events', { body });
      await page.goto(`${campaign}?show=timeline`);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load Earlier' });
    },
  },
  {
    ...{ sends: 'declare-grounds', what: 'Save of the grounds', changes: true, toasts: 1 },
    route: 'PUT /api/consent-rules/grounds',
    async show(page) {
      await page.goto(settings);
      await page.getByLabel('Surveys').selectOption('They agreed to such calls, and we keep the proof');
      return page.getByRole('button', { name: 'Save' });
    },
  },
  {
    ...{ sends: 'import-registry', what: 'Import of a register', toasts: 0 },
    route: 'POST /api/consent-rules/registry/import',
    async show(page) {
      await page.goto(settings);
      await page.getByRole('button', { name: 'Import Register' }).click();
      const buffer = Buffer.from('2125550123\r\n');
      await page.getByLabel('CSV file').setInputFiles({ name: '212.csv', mimeType: 'text/csv', buffer });
      await page.getByLabel('Date of the register').fill('2026-11-01');
      return page.getByRole('dialog').getByRole('button', { name: 'Import' });
    },
  },
  {
    ...{ sends: 'remove-registry', what: 'Remove of a register', changes: true, toasts: 1 },
    route: 'DELETE /api/consent-rules/registry',
    async show(page, fakeServer) {
      fakeServer.consentRules = { ...fakeServer.consentRules, registry };
      await page.goto(settings);
      await page.getByRole('button', { name: 'Remove…' }).click();
      return page.getByRole('dialog').getByRole('button', { name: 'Remove Register' });
    },
  },
];

testPressedTwice(buttons);

test('a press on Resume right after Pause is not lost', async ({ page, fakeServer }) => {
  await page.goto(campaign);
  const pause = page.getByRole('button', { name: 'Pause' });
  await expect(pause).toBeEnabled();
  // The campaign is shown as paused before everything else about it was read again.
  const release = fakeServer.hold('GET /api/campaigns/:id/progress');
  await pause.click();
  await expectToast(page, 'Paused');
  const resume = page.getByRole('button', { name: 'Resume' });
  await expect(resume).toBeDisabled();
  release();
  await resume.click();
  await expectToast(page, 'Resumed');
  await expect(pause).toBeEnabled();
});
