import { expectAccessible, looks, narrowLooks } from '../harness/axe.ts';
import { callOf } from './fake-server/data.ts';
import { expectToast, rows, toasts } from './fake-server/screen.ts';
import { viewOf } from './fake-server/search-desk.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/voice-agents';

test.beforeEach(({ fakeServer }) => {
  fakeServer.calls = [
    callOf(9, { status: 'busy', duration: null }),
    callOf(8, { direction: 'inbound', from: '+4930123456' }),
    callOf(7, { agentId: 'kuzco', outcome: 'reached' }),
    callOf(6, { sandbox: true }),
  ];
});

const chips = (page: import('@playwright/test').Page) =>
  page.getByRole('list', { name: 'Filters' }).getByRole('listitem');

async function add(page: import('@playwright/test').Page, filter: string) {
  await page.getByRole('button', { name: 'Add Filter' }).click();
  await page.getByRole('menuitem', { name: filter, exact: true }).click();
}

test('P288: filters are added from a menu, stand in the address, combine and are removed by keyboard', async ({
  page,
}) => {
  await page.goto(list);
  await add(page, 'Status');
  await page.getByRole('checkbox', { name: 'completed' }).click();
  await page.getByRole('checkbox', { name: 'busy' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(`${list}?status=completed%2Cbusy`);
  await expect(chips(page)).toHaveText(['Statuscompleted or busy']);
  await expect(rows(page)).toHaveCount(4);
  await add(page, 'Direction');
  await page.getByRole('radio', { name: 'Outbound' }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(3);
  await add(page, 'Agent');
  await page.getByRole('checkbox', { name: 'Kuzco' }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await expect(chips(page)).toHaveCount(3);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(chips(page)).toHaveText(['Statuscompleted or busy', 'DirectionOutbound', 'AgentKuzco']);
  await page.getByRole('button', { name: /^Agent/ }).focus();
  await page.keyboard.press('Delete');
  await expect(chips(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Direction/ })).toBeFocused();
  await page.getByRole('button', { name: 'Remove filter Direction' }).press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('heading', { level: 2, name: 'Recent Calls' })).toBeVisible();
});

test('P288: every filter of the menu can be chosen', async ({ page, fakeServer }) => {
  await page.goto(`${list}?agent=kuzco`);
  await page.getByRole('button', { name: 'Add Filter' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['Status', 'Reason', 'Direction', 'Version of the agent', 'Date', 'Length', 'Outcome', 'Result'],
    ...['Template', 'Contact', 'Placed by', 'Sandbox'],
  ]);
  await page.keyboard.press('Escape');
  await add(page, 'Version of the agent');
  await page.getByLabel('Version', { exact: true }).fill('3, 4');
  await page.keyboard.press('Escape');
  await add(page, 'Date');
  await page.getByLabel('First day').fill('2026-10-01');
  await page.getByLabel('Last day').fill('2026-10-31');
  await page.keyboard.press('Escape');
  await add(page, 'Length');
  await page.getByLabel('At least').fill('1:30');
  await page.keyboard.press('Escape');
  await add(page, 'Reason');
  await page.getByLabel('Find in Reason').fill('machine');
  await page.getByRole('checkbox', { name: 'A machine answered. No message was left.' }).click();
  await page.keyboard.press('Escape');
  await add(page, 'Sandbox');
  await page.getByRole('radio', { name: 'Real calls only' }).click();
  await page.keyboard.press('Escape');
  await add(page, 'Result');
  await page.getByRole('checkbox', { name: 'Goal reached' }).click();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      ...{ agent: 'kuzco', version: '3,4', from: '2026-10-01', to: '2026-10-31', shortest: '90' },
      ...{ reason: 'voicemail', sandbox: 'no', result: 'reached' },
    });
  await expect(chips(page).filter({ hasText: 'Oct 1, 2026 – Oct 31, 2026' })).toBeVisible();
  await expect(chips(page).filter({ hasText: 'from 1:30' })).toBeVisible();
  const sent = () => new URL(fakeServer.requestsTo('GET /api/calls/search').at(-1)?.url ?? '', 'http://x');
  await expect.poll(() => sent().searchParams.get('version')).toBe('3,4');
  // A version belongs to its agent.
  await page.getByRole('button', { name: 'Remove filter Agent' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('version')).toBeNull();
});

test('P288: changes faster than the page renders lose nothing', async ({ page }) => {
  await page.goto(list);
  await add(page, 'Status');
  await expect(page.getByRole('checkbox')).toHaveCount(9);
  // In one turn of the event loop, before anything is rendered.
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox]')) box.click();
  });
  await expect.poll(() => new URL(page.url()).searchParams.get('status')?.split(',').length).toBe(9);
});

test('P289: a view is saved, applied, replaced, renamed, deleted and brought back', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${list}?q=visit&status=completed`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view...' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save View' }).click();
  await expect(page.getByText('A view needs a name.')).toBeVisible();
  await page.getByLabel('Name').fill('Done visits');
  await page.keyboard.press('Enter');
  await expectToast(page, 'View "Done visits" saved');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Done visits' });
  await expect(button).toBeFocused();
  expect(fakeServer.searchDesk.views).toMatchObject([
    { name: 'Done visits', filters: { version: 1, values: { q: 'visit', status: 'completed' } } },
  ]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(list);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Done visits' }).click();
  await expect(page).toHaveURL(`${list}?q=visit&status=completed`);
  await expect(page.getByRole('textbox', { name: 'Search calls' })).toHaveValue('visit');
  await expect(rows(page)).toHaveCount(3);
  await button.click();
  await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
  await page.getByRole('button', { name: 'Rename Done visits' }).click();
  await page.getByLabel('New name of Done visits').fill('Visits');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Visits' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'View "Visits" restored');
  expect(fakeServer.searchDesk.views).toMatchObject([{ name: 'Visits' }]);
});

test('P289: the name of a view replaces its filters; a refusal stands beside the name', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  fakeServer.searchDesk.views = [viewOf(1, 'Missed', { status: 'busy' })];
  await page.goto(`${list}?status=busy,no-answer`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view...' }).click();
  await page.getByLabel('Name').fill('missed');
  await expect(page.getByText('You have a view with this name. Its filters are replaced.')).toBeVisible();
  const sentence = 'You have 50 saved views, which is the most. Delete one first.';
  fakeServer.respondWith(
    'PATCH /api/calls/views/:id',
    { status: 409, body: { error: sentence, code: 'too_many_views' } },
    1,
  );
  await page.getByRole('button', { name: 'Replace View' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Replace View' }).click();
  await expect
    .poll(() => fakeServer.searchDesk.views[0]?.filters.values)
    .toEqual({ status: 'busy,no-answer' });
});

test('P290: in a narrow window the filters stand behind one button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${list}?status=busy`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Filters 1' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('checkbox', { name: 'completed' }).click();
  await sheet.getByRole('button', { name: 'Add Filter' }).click();
  await page.getByRole('menuitem', { name: 'Direction' }).click();
  await sheet.getByRole('radio', { name: 'Inbound' }).click();
  await expectAccessible(page, { looks: narrowLooks, dialogOpen: true });
  await sheet.getByRole('button', { name: 'Show Calls' }).click();
  await expect(page).toHaveURL(`${list}?status=busy%2Ccompleted&direction=inbound`);
  await expect(rows(page)).toHaveCount(1);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
});

test('P291: search, filters and views are accessible', async ({ page, fakeServer }) => {
  test.setTimeout(180_000);
  fakeServer.searchDesk.views = [viewOf(1, 'Missed', { status: 'busy' })];
  await page.goto(`${list}?q=visit&status=completed`);
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  const wide = looks.filter(({ width }) => width === 1280);
  await add(page, 'Date');
  await expect(page.getByLabel('First day')).toBeVisible();
  await expectAccessible(page, { looks: wide, menuOpen: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await expectAccessible(page, { looks: wide, menuOpen: true });
  await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
  await page.getByRole('button', { name: 'Rename Missed' }).click();
  await expectAccessible(page, { dialogOpen: true });
});
