import { expectAccessible, type Look } from '../harness/axe.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const settings = '/app/settings/consent';
const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
];

test('P341: a ground is declared for each purpose', async ({ page, fakeServer }) => {
  await page.goto(settings);
  await expect(page.getByLabel('Reminders')).toHaveValue('customers');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Surveys').selectOption('They agreed to such calls, and we keep the proof');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Grounds saved');
  expect(fakeServer.requestsTo('PUT /api/consent-rules/grounds').map(({ body }) => body)).toEqual([
    { revision: 2, grounds: { service: 'ordered', reminder: 'customers', survey: 'agreed' } },
  ]);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page, { looks });
});

test('P342: a register is imported with its date, shown, and removed', async ({ page, fakeServer }) => {
  await page.goto(settings);
  await expect(page.getByText('Nobody is called for sales.')).toBeVisible();
  await page.getByRole('button', { name: 'Import Register' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from('2125550123\r\n2125550124\r\n');
  await page.getByLabel('CSV file').setInputFiles({ name: '212.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await dialog.getByLabel('Date of the register').fill('2020-01-31');
  await expectAccessible(page, { dialogOpen: true, looks });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('The register has 2 numbers');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Jan 31, 2020, used until Mar 2, 2020')).toBeVisible();
  await expect(page.getByText('This register is older than 31 days.')).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/consent-rules/registry/import').at(-1)?.body).toMatchObject({
    ...{ fileName: '212.csv', dated: '2020-01-31', last: true, rows: { length: 2 } },
  });
  await page.getByRole('button', { name: 'Remove…' }).click();
  await expect(dialog).toContainText('Nobody is called for sales until another one is imported.');
  expect(fakeServer.requestsTo('DELETE /api/consent-rules/registry')).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove Register' }).click();
  await expectToast(page, 'Register removed');
  await expect(page.getByText('No register was imported.')).toBeVisible();
});

test('P341: what somebody else declares is shown at once, beside what was chosen here', async ({
  page,
  fakeServer,
}) => {
  await page.goto(settings);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await page.getByLabel('Surveys').selectOption('They agreed to such calls, and we keep the proof');
  const { grounds } = fakeServer.consentRules;
  fakeServer.consentRules = {
    ...fakeServer.consentRules,
    ...{ revision: 3, grounds: { ...grounds, reminder: 'agreed' } },
  };
  fakeServer.emit({ type: 'list.changed', list: 'consentRules' });
  await expect(page.getByLabel('Reminders')).toHaveValue('agreed');
  await expect(page.getByLabel('Surveys')).toHaveValue('agreed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Grounds saved');
  expect(fakeServer.requestsTo('PUT /api/consent-rules/grounds').map(({ body }) => body)).toEqual([
    { revision: 3, grounds: { service: 'ordered', reminder: 'agreed', survey: 'agreed' } },
  ]);
});

test('P341: whoever may not change the organization sees the rules', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'operator' };
  await page.goto(settings);
  await expect(page.getByLabel('Reminders')).toBeDisabled();
  for (const name of ['Save', 'Import Register'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});
