import { expectAccessible } from '../harness/axe.ts';
import { rows, stepOf } from './campaign-pages.ts';
import { campaignOf, recipientOf, wrongRow } from './fake-server/campaigns-desk.ts';
import { expect, test } from './fake-server/test.ts';

test('P325: people who share a number are marked, counted and found', async ({ page, fakeServer }) => {
  const number = '+12025550177';
  fakeServer.campaignsDesk.withRows(1, [
    ...[recipientOf(2), recipientOf(3, { number }), recipientOf(4), recipientOf(5, { number })],
    wrongRow(6, 'do_not_call', { number }),
  ]);
  await page.goto(stepOf(1, 'check'));
  await expect(page.getByText('2 of them share a number and are called in turn.')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(1)).toContainText('Shares the number with somebody else');
  await page.getByLabel('Numbers').selectOption('Shared by several people (2)');
  await expect(rows(page)).toHaveText([/Person 3/, /Person 5/]);
  await expect(page).toHaveURL(/numbers=shared/);
  await expectAccessible(page, { looks: [{ theme: 'dark', width: 360 }] });
});

test('P324: a file in two encodings is told before its rows are sent', async ({ page, fakeServer }) => {
  fakeServer.campaignsDesk.put(campaignOf(1));
  await page.goto(stepOf(1, 'file'));
  const buffer = Buffer.concat([
    Buffer.from('Name,Phone,Day\nJosé,+12025550101,Monday\n', 'latin1'),
    Buffer.from('Zoë,+12025550102,Monday\n'),
  ]);
  await page.getByLabel('CSV file').setInputFiles({ name: 'recall.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('alert')).toContainText('names such as those of row 3 are wrong');
  await expect(page.getByRole('button', { name: 'Check Rows' })).toBeEnabled();
});
