import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { callIdOf, callOf, entryOf } from './fake-server/data.ts';
import { exportLink, exportOf } from './fake-server/export-desk.ts';
import { outcomeFieldOf, outcomeOf } from './fake-server/outcome-responses.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/voice-agents';

async function openDialog(page: Page, address = list) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Export…' }).click();
  return page.getByRole('dialog', { name: 'Export Calls' });
}

test('what the filters in the address let through is exported with the chosen columns', async ({
  page,
  fakeServer,
}) => {
  const dialog = await openDialog(page, `${list}?direction=outbound&status=completed,busy`);
  await expect(dialog.getByRole('status')).toHaveText('48,210 calls that fit the search and filters');
  await dialog.getByLabel('Summary', { exact: true }).uncheck();
  await dialog.getByLabel('Transcript', { exact: true }).check();
  await dialog.getByLabel('Appointment confirmed').check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('calls.csv');
  const [asked] = fakeServer.requestsTo('POST /api/calls/exports');
  expect(asked?.body).toMatchObject({
    ...{ format: 'csv', bom: true, fields: ['confirmed'] },
    filters: { direction: 'outbound', status: 'completed,busy' },
  });
  const columns = (asked?.body as { columns?: string[] } | undefined)?.columns;
  expect(columns).toContain('transcript');
  expect(columns).not.toContain('summary');
  expect(fakeServer.requestsTo('GET /api/calls/exports/preview')[0]?.url).toContain('direction=outbound');
});

test('progress is shown while the file is written, also when the dialog is closed, and then the end', async ({
  page,
  fakeServer,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Writing the file' })).toHaveAttribute(
    'aria-valuetext',
    '12,400 of 48,210 calls',
  );
  await dialog.getByRole('button', { name: 'Go On in the Background' }).click();
  await expect(page.getByRole('button', { name: 'Exporting… 12,400' })).toBeFocused();
  fakeServer.callExport = exportOf({ state: 'done', rows: 48_210 });
  await expect(page.getByRole('button', { name: 'Export…' })).toBeVisible();
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toContainText('48,210 calls exported. Your browser has saved the file.');
  await dialog.getByRole('button', { name: 'Export Again' }).click();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
});

test('EX7: an export is cancelled, and the dialog says that the file is not complete', async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel Export' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Export cancelled after 12,400 calls. The file is not complete.',
  );
});

test('EX8: a failed export says why, and a refusal stands in the form', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  fakeServer.callExport = exportOf({ state: 'failed', problem: 'server_lost', rows: 17 });
  await expect(dialog.getByRole('alert')).toHaveText(
    'The export failed. The server stopped in the middle. The file is not complete.',
  );
  await dialog.getByRole('button', { name: 'Export Again' }).click();
  fakeServer.respondWith('POST /api/calls/exports', {
    status: 409,
    body: { error: 'You are exporting calls already.', code: 'export_running' },
  });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to export calls: You are exporting calls already.',
  );
});

test('EX9: a download that has not begun can be started again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  fakeServer.respondWith(`GET ${exportLink}`, {
    status: 503,
    body: { error: 'This server is writing other exports.', code: 'server_busy' },
  });
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const again = dialog.getByRole('link', { name: 'Start it again' });
  await expect(again).toHaveAttribute('href', exportLink);
});

test('without a column nothing is sent, and JSON has no mark for UTF-8', async ({ page, fakeServer }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: 'JSON, a call in each line' }).click();
  await expect(dialog.getByLabel('Mark the file as UTF-8')).toHaveCount(0);
  for (const box of await dialog.getByRole('checkbox', { checked: true }).all()) await box.focus();
  while ((await dialog.getByRole('checkbox', { checked: true }).count()) > 0)
    await dialog.getByRole('checkbox', { checked: true }).first().uncheck();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one column.');
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await dialog.getByLabel('Call ID').check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => fakeServer.requestsTo('POST /api/calls/exports').length).toBe(1);
  expect(fakeServer.requestsTo('POST /api/calls/exports')[0]?.body).toMatchObject({
    ...{ format: 'jsonl', bom: false, columns: ['id'] },
  });
});

test('PM8: a viewer is not offered an export', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
  await expect(page.getByRole('button', { name: /Export/ })).toHaveCount(0);
});

test('the dialog is accessible, light and dark, wide and narrow', async ({ page, fakeServer }) => {
  test.setTimeout(180_000);
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('status')).toHaveText('48,210 calls');
  await expectAccessible(page, { dialogOpen: true });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Writing the file' })).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  fakeServer.callExport = exportOf({ state: 'failed', problem: 'server_lost', rows: 17 });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
});

test('EX12: a call is printed whole, on white, without buttons and menus', async ({ page, fakeServer }) => {
  const said = Array.from({ length: 60 }, (_, n) =>
    entryOf(n, `Entry ${n}: about the crown, and what comes after it.`, {
      speaker: n % 2 === 0 ? 'agent' : 'user',
    }),
  );
  fakeServer.calls = [
    callOf(9, {
      summary: '**Confirmed.** The patient comes on Tuesday.',
      transcript: said,
      outcomes: outcomeOf([outcomeFieldOf('confirmed', 'yes_no')]),
    }),
  ];
  await page.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await page.goto(`${list}/${callIdOf(9)}`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/October 13, 2026/)).toBeVisible();
  for (const name of ['Print', 'Call Again', 'Delete Call'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Calls' })).toHaveCount(0);
  await expect(page.getByText('Entry 59:')).toBeVisible();
  const paper = () => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  expect(await page.evaluate(paper)).toBe('#fff');
  const folder = join(import.meta.dirname, '../../.cache/print');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'call.pdf');
  writeFileSync(file, await page.pdf({ format: 'A4', printBackground: true }));
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages(file)).toBeGreaterThan(1);
});

/** Counted in the file itself: each page is an object of its own. */
function pages(file: string): number {
  return (readFileSync(file, 'latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;
}
