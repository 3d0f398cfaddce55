import { expectAccessible, type Look } from '../harness/axe.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/data';

test('DA1: everything about a number is found by kind, and a mistake is told beside the field', async ({
  page,
}) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Enter a phone number in international format')).toBeVisible();
  await page.getByLabel('Phone Number').fill('+1 500 555 0010');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveText([/Kind/, 'Calls12', 'Transcript entries340', 'Contacts1']);
});

test('DA2: an export is saved as one archive', async ({ page }) => {
  await page.goto(path);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByRole('button', { name: 'Find' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await downloading).suggestedFilename()).toBe('person-2026-10-13.zip');
});

test('DA3: erasing asks for a word, and shows how far it is', async ({ page, fakeServer }) => {
  await page.goto(path);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Erase...' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Erase Everything' });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel('Type ERASE to go on').fill('ERASE');
  await erase.click();
  await expectToast(page, 'The person is being erased');
  expect(fakeServer.requestsTo('POST /api/data/person/erase').at(-1)?.body).toEqual({
    ...{ number: '+15005550010', neverCall: true },
  });
  const rows = page.getByRole('list', { name: 'Erasures' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Erasing');
  await expect(rows.nth(1)).toContainText('3 of 7 at the carrier');
  await expect(rows.nth(1)).toContainText('The carrier does not answer.');
});

test('DA11: retention is off until somebody says so, and a preview tells what would go', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  const transcripts = page.getByLabel('Transcripts');
  await expect(transcripts).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Save Retention' })).toBeDisabled();
  await transcripts.selectOption('Delete after 90 days');
  await page.getByLabel('Audit log').selectOption('Delete after 6 years');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByText(
      'The next night would delete the transcripts of 1,204 calls, 17 whole calls, and about 5,310 entries of the audit log.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save Retention' }).click();
  await expectToast(page, 'Retention saved');
  expect(fakeServer.requestsTo('PUT /api/data/retention').at(-1)?.body).toEqual({
    ...{ days: { transcripts: 90, calls: null, audit: 2_190 }, revision: 0 },
  });
});

test('an empty list of erasures says so, a failure can be tried again, and others may not see the page', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.dataDesk.erasures = [];
  fakeServer.respondWith('GET /api/data/erasures', {
    status: 400,
    body: { error: 'No.', code: 'invalid_request' },
  });
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText('Failed to load the erasures');
  fakeServer.resetResponse('GET /api/data/erasures');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Nobody was erased yet.')).toBeVisible();
  fakeServer.claims = { parley: 'operator' };
  await page.goto(path);
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Data' })).toHaveCount(0);
});

test('the page of data and its dialog are accessible', async ({ page }) => {
  test.setTimeout(180_000);
  const looks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  await page.goto(path);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('The next night would delete')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Erase...' }).click();
  await expectAccessible(page, { dialogOpen: true, looks });
});
