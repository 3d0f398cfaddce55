import type { OrganizationBody } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, narrowLooks } from '../harness/axe.ts';
import { organizationOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/organization';
const route = 'PUT /api/organization';
const { settings, revision } = organizationOf();

const card = (page: Page, name: string) => page.getByRole('region', { name });
const nameField = (page: Page) => card(page, 'General').getByLabel('Name');
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

function sentTo(fakeServer: FakeServer): OrganizationBody[] {
  return fakeServer.requestsTo(route).map(({ body }) => body as OrganizationBody);
}

/** As if somebody else had saved on another machine. */
function changeElsewhere(fakeServer: FakeServer, changes: Partial<OrganizationBody['settings']>): void {
  const { organization } = fakeServer;
  fakeServer.organization = {
    ...organization,
    settings: { ...organization.settings, ...changes },
    revision: organization.revision + 1,
    changedBy: { displayName: 'Noor Haddad' },
  };
  fakeServer.emit({ type: 'list.changed', list: 'organization' });
}

test('OR11: hours, a holiday and prices are entered by keyboard, and saved as they are shown', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await expect(card(page, 'Opening Hours')).toContainText('Open now, closes Tuesday, Oct 13 at 12:00 PM');
  await nameField(page).fill('Dental Care');
  await page.getByLabel('Time Zone').selectOption('Europe/Lisbon');
  await page.getByRole('button', { name: 'Add hours to Saturday' }).press('Enter');
  await page.getByLabel('Saturday, from').fill('20:00');
  await page.getByLabel('Saturday, to').fill('02:00');
  await expect(page.getByText('on the next day')).toBeVisible();
  await page.getByRole('button', { name: 'Add Holiday' }).press('Enter');
  const added = card(page, 'Holidays').getByRole('listitem').last();
  await added.getByLabel('Name').fill('New Year');
  await added.getByLabel('Date').fill('2027-01-01');
  await added.getByLabel('Every year').press('Space');
  await page.getByLabel('Outbound Minute (USD)').fill('0,0135');
  await page.getByLabel('Inbound Minute (USD)').fill('');
  await saveButton(page).press('Enter');
  await expectToast(page, 'Settings saved');
  const [sent] = sentTo(fakeServer);
  expect(sent).toMatchObject({
    revision,
    settings: {
      ...settings,
      name: 'Dental Care',
      timeZone: 'Europe/Lisbon',
      openingHours: {
        week: { ...settings.openingHours.week, saturday: [{ from: '20:00', to: '02:00' }] },
        holidays: [
          ...settings.openingHours.holidays,
          { name: 'New Year', date: '2027-01-01', yearly: true, hours: [] },
        ],
      },
      prices: {
        ...settings.prices,
        carrier: { ...settings.prices.carrier, outboundPerMinute: 13_500, inboundPerMinute: null },
      },
    },
  });
  await expect(saveButton(page)).toHaveCount(0);
  await expect(page.getByText('by Ines Marchetti')).toBeVisible();
});

test('OR4, OR15: each mistake is shown where it is, and nothing is sent', async ({ page, fakeServer }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await nameField(page).fill(' ');
  await page.getByLabel('Monday, opening 1, to').fill('14:00');
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  await page.getByLabel('Outbound Minute (USD)').fill('cheap');
  await saveButton(page).click();
  await expect(nameField(page)).toBeFocused();
  for (const sentence of [
    'Enter the name of the organization.',
    'This opening overlaps with another one of the same day.',
    'Give the holiday a name.',
    'Choose the date of the holiday.',
    'A price is a number from 0 to 10,000.',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText('Not saved: 5 mistakes are marked above')).toBeVisible();
  expect(sentTo(fakeServer)).toEqual([]);
  await expectAccessible(page, { looks: narrowLooks });
});

test('OR12, OR16: what somebody else saved is shown beside one’s own changes, and neither is lost', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await nameField(page).fill('Mine');
  changeElsewhere(fakeServer, { name: 'Theirs', currency: 'EUR' });
  const notice = page.getByRole('status').filter({ hasText: 'These settings have changed' });
  await expect(notice).toContainText('Noor Haddad saved them');
  await expect(notice).toContainText('Changed there only: Currency.');
  await expect(notice).toContainText('Theirs: Theirs');
  await expect(notice).toContainText('Yours: Mine');
  await expect(saveButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep My Changes' }).click();
  await saveButton(page).click();
  await expectToast(page, 'Settings saved');
  expect(sentTo(fakeServer)).toMatchObject([{ revision: 4, settings: { name: 'Mine', currency: 'EUR' } }]);
});

test('OR12, OR16: a change that the server refuses as outdated is not lost, and theirs can be taken', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  // A stream that opens later would fetch again what the other one has changed.
  fakeServer.hold('GET /api/events');
  await page.goto(path);
  await nameField(page).fill('Mine');
  fakeServer.organization = {
    ...fakeServer.organization,
    settings: { ...settings, name: 'Theirs' },
    revision: 9,
  };
  await saveButton(page).click();
  await expect(page.getByText('These settings have changed')).toBeVisible();
  await expect(nameField(page)).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Discard My Changes' }).click();
  await expect(nameField(page)).toHaveValue('Theirs');
  await expect(saveButton(page)).toHaveCount(0);
});

test('OR17: unsaved changes are asked about, and offered again after a reload', async ({ page }) => {
  await page.goto(path);
  await nameField(page).fill('Half typed');
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('dialog')).toContainText('Discard What You Typed?');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(nameField(page)).toHaveValue('Half typed');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore What You Typed' }).click();
  await expect(nameField(page)).toHaveValue('Half typed');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/app/settings/templates');
});

test('OR1, OR15: a viewer reads the settings and can change none; a failed load is retried', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  fakeServer.claims = { parley: 'viewer' };
  const away = { error: 'The database is away.', code: 'database_unavailable' };
  const failing = { status: 503, body: away };
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  const release = fakeServer.hold('GET /api/organization', failing);
  fakeServer.respondWith('GET /api/organization', failing);
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading settings...' })).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('The database is away.');
  fakeServer.resetResponse('GET /api/organization');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(nameField(page)).toHaveValue('GS Dental');
  await expect(nameField(page)).toBeDisabled();
  await expect(page.getByText('Only an administrator can change these settings.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});
