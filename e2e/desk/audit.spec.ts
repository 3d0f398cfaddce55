import { readFile } from 'node:fs/promises';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { auditEntryOf } from './fake-server/audit-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const log = '/app/settings/audit';
const rows = (page: import('@playwright/test').Page) =>
  page.getByRole('list', { name: 'Entries' }).getByRole('listitem');

test('AU12: entries are listed newest first, actors by name where the account exists', async ({ page }) => {
  await page.goto(log);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log');
  await expect(rows(page)).toHaveText([
    /Ines Marchetti.*Read a call/,
    /Ines Marchetti.*Placed a call/,
    /7d9f1a52-6a53-4b4d-9a38-0d9f1b1c2d3e.*Read the list of calls/,
    /Agent gs-dental.*Added a number to the do-not-call list/,
    /Command line.*Gave access/,
    /of\.another\.release/,
  ]);
  await expect(rows(page).first()).toContainText('203.0.113.7');
});

test('AU12: filters stand in the address, and a reload keeps them', async ({ page, fakeServer }) => {
  await page.goto(log);
  await page.getByLabel('Who').selectOption('Ines Marchetti');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Kind').selectOption('Changes');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Action').selectOption('Placed a call');
  await expect(rows(page)).toHaveText([/Placed a call/]);
  await expect(page).toHaveURL(`${log}?who=user&kind=change&action=call.placed`);
  await page.reload();
  await expect(rows(page)).toHaveText([/Placed a call/]);
  await expect(page.getByLabel('Who')).toHaveValue('user');
  await page.getByLabel('From').fill('2030-01-01');
  await expect(page.getByText('No entry fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(page).toHaveURL(log);
  await page.getByLabel('Who').selectOption('Command line');
  await expect(rows(page)).toHaveText([/Gave access/]);
  const last = new URL(fakeServer.requestsTo('GET /api/audit').at(-1)?.url ?? '', 'http://x').searchParams;
  expect(last.get('by')).toBe('command line');
});

test('AU12: on a narrow screen the filters are behind a button that counts those that are set', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(log);
  await expect(rows(page)).toHaveCount(6);
  const button = page.getByRole('button', { name: 'Filters' });
  await expect(page.getByLabel('Who')).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await page.getByLabel('Who').selectOption('Ines Marchetti');
  await page.getByLabel('Kind').selectOption('Changes');
  await expect(rows(page)).toHaveCount(2);
  await button.press('Enter');
  await expect(page.getByLabel('Who')).toBeHidden();
  await expect(button).toHaveText('Filters (2)');
  await expectAccessible(page);
});

test('AU12: an entry opens by keyboard, stands in the address and gives the focus back', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  fakeServer.auditDesk.sealed = false;
  await page.goto(log);
  const row = rows(page).nth(1).getByRole('button');
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Entry 5' });
  await expect(dialog).toContainText('call.placed');
  await expect(dialog).toContainText('"agentId": "gs-dental"');
  await expect(dialog).toContainText('Not sealed yet');
  await expect(page).toHaveURL(`${log}?entry=5`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.goto(`${log}?entry=99`);
  await expect(page.getByRole('dialog')).toContainText('There is no such entry in the audit log.');
});

test('AU13: what the filters let through is saved as a CSV file, oldest first', async ({
  page,
  fakeServer,
}) => {
  fakeServer.auditDesk.entries.push(auditEntryOf(0, { kind: 'change', action: '=HYPERLINK("x")' }));
  await page.goto(`${log}?kind=change`);
  await expect(rows(page)).toHaveCount(5);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFEntry,Time,Actor,Name,Kind of actor,Network address,Action,What,Kind,Subject,Details',
  );
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines[5]).toContain('5,2026-10-13T09:05:00.000Z,user,Ines Marchetti,person,203.0.113.7,call.placed');
  await expectToast(page, '5 entries exported');
});

test('AU12: a long log is loaded page by page, and only rows near the window are mounted', async ({
  page,
  fakeServer,
}) => {
  fakeServer.auditDesk.entries = Array.from({ length: 250 }, (_, n) => auditEntryOf(250 - n));
  await page.goto(log);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.locator('[aria-setsize="200"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.locator('[aria-setsize="250"]').first()).toBeAttached();
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  expect(await rows(page).count()).toBeLessThan(250);
});

test('a failure can be tried again; without entries the page says what will come', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/audit', { status: 400, body: { error: 'No.', code: 'invalid_request' } });
  await page.goto(log);
  await expect(page.getByRole('alert')).toContainText('Failed to load the audit log');
  fakeServer.auditDesk.entries = [];
  fakeServer.resetResponse('GET /api/audit');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No entries yet.')).toBeVisible();
});

for (const role of ['viewer', 'operator']) {
  test(`PM8: "${role}" sees neither the log nor its place in the menu`, async ({ page, fakeServer }) => {
    fakeServer.claims = { parley: role };
    await page.goto(log);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);
    expect(fakeServer.requestsTo('GET /api/audit')).toEqual([]);
  });
}

test('the log, an entry and an empty list are accessible, 360 px wide and dark too', async ({
  page,
  fakeServer,
}) => {
  test.setTimeout(180_000);
  const twoLooks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  await page.goto(log);
  await expect(rows(page)).toHaveCount(6);
  await expectAccessible(page);
  await page.goto(`${log}?entry=5`);
  await expect(page.getByRole('dialog')).toContainText('call.placed');
  await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  fakeServer.auditDesk.entries = [];
  await page.goto(`${log}?kind=read`);
  await expect(page.getByText('No entry fits these filters.')).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
});
