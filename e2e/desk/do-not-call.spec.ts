import { expectAccessible, type Look } from '../harness/axe.ts';
import { numberOf } from './fake-server/do-not-call-desk.ts';
import { expectToast, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/settings/do-not-call';

test('DN6: the list shows source, call and time, and is searched by digits', async ({ page }) => {
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do Not Call');
  const rows = page.getByRole('list', { name: 'Numbers that are never called' }).getByRole('listitem');
  await expect(rows).toHaveText([
    /\+15005552001.*To confirm.*Asked on a call/,
    /\+15005552002.*Added by hand by Ines Marchetti, Oct 13/,
    /\+15005552003.*Imported/,
    /Erased number/,
  ]);
  await expect(page.getByText('4 numbers', { exact: true })).toBeVisible();
  await page.getByLabel('Search by number').fill('2003');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`${list}?search=2003`);
  await page.getByLabel('Search by number').fill('99999');
  await expect(page.getByText('No number on the list has these digits.')).toBeVisible();
  await page.getByLabel('Search by number').fill('');
  await expect(rows).toHaveCount(4);
  const call = page.getByRole('link', { name: 'Asked on a call' });
  await expect(call).toHaveAttribute('href', /^\/app\/voice-agents\//);
});

test('DN4: an entry that may be forged is confirmed, and the others are set aside meanwhile', async ({
  page,
}) => {
  await page.goto(`${list}?show=unconfirmed`);
  await expect(page.getByRole('radio', { name: 'To confirm (1)' })).toBeChecked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Confirmed');
  await expect(page.getByText('Every number on the list is confirmed.')).toBeVisible();
});

test('a number is added as people write it, and a mistake is told beside the field', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Add Number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Number' }).click();
  await expect(dialog).toContainText('Enter a phone number in international format');
  await dialog.getByLabel('Phone Number').fill('+1 (500) 555-0199');
  await dialog.getByRole('button', { name: 'Add Number' }).click();
  await expectToast(page, 'Number added');
  await expect(page.getByRole('listitem').filter({ hasText: '+15005550199' })).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/do-not-call').at(-1)?.body).toEqual({ number: '+15005550199' });
});

test('DN5: a number is removed with a reason, and put back from the toast', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Remove +15005552002' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Remove Number' })).toBeDisabled();
  await dialog.getByLabel('Reason').selectOption('It was added by mistake');
  await dialog.getByRole('button', { name: 'Remove Number' }).click();
  // An open dialog hides the page behind it from roles, rows that are still there too.
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '+15005552002' })).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/do-not-call/:id/remove').at(-1)?.body).toEqual({
    reason: 'mistake',
  });
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await undo.hover();
  await undo.click();
  await expect(page.getByRole('listitem').filter({ hasText: '+15005552002' })).toBeVisible();
});

test('DN7: a file without a heading is imported, and what was refused is told row by row', async ({
  page,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'registry.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('+15005550201\r\n+15005552002\r\nnonsense 12345\r\n'),
  });
  await expect(dialog).toContainText('registry.csv, 3 rows');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('Added 1 · already there 1 · refused 1');
  await expect(dialog.getByRole('row').last()).toHaveText(/3.*This is not a phone number.*nonsense/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+15005550201' })).toBeVisible();
});

test('the list is exported as a file without erased numbers', async ({ page }) => {
  await page.goto(list);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('do-not-call.csv');
  await expectToast(page, '3 numbers exported');
});

test('an empty list says how it fills, and a failure can be tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.doNotCallDesk.entries = [];
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/do-not-call', { status: 403, body: { error: 'No.', code: 'forbidden' } });
  await page.goto(list);
  await expect(page.getByRole('alert')).toContainText('Failed to load the list');
  fakeServer.resetResponse('GET /api/do-not-call');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No numbers yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a number' })).toBeVisible();
});

test('a viewer reads the list, an operator adds to it, and an admin removes from it', async ({
  page,
  fakeServer,
}) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(list);
  await expect(page.getByText('+15005552002')).toBeVisible();
  for (const name of ['Add Number', 'Import', 'Export', 'Confirm'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  fakeServer.claims = { parley: 'operator' };
  await page.reload();
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('what another person adds appears without a click', async ({ page, fakeServer }) => {
  await page.goto(list);
  await expect(page.getByText('4 numbers', { exact: true })).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.doNotCallDesk.entries = [numberOf(9), ...fakeServer.doNotCallDesk.entries];
  fakeServer.emit({ type: 'list.changed', list: 'doNotCall' });
  await expect(page.getByText('5 numbers', { exact: true })).toBeVisible();
});

test('the do-not-call list and its dialogs are accessible', async ({ page }) => {
  test.setTimeout(180_000);
  const looks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  await page.goto(list);
  await expect(page.getByText('+15005552002')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove +15005552002' }).click();
  await expectAccessible(page, { dialogOpen: true, looks });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'registry.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone\r\n12345x\r\n'),
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('dialog')).toContainText('refused 1');
  await expectAccessible(page, { dialogOpen: true, looks });
});
