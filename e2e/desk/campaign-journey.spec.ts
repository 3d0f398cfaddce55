import { readFile } from 'node:fs/promises';
import { parseCsv, unguardCell } from '@parley/contract';
import type { Locator, Page } from '@playwright/test';
import type { StorageState } from '../harness/accounts.ts';
import { press, tabTo } from '../harness/keyboard.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { test as base, expect } from '../harness/test.ts';
import { header, keptCells, listText, mended, people, unclosed } from './campaign-list.ts';
import { csv, list, rows } from './campaign-pages.ts';
import { expectToast } from './fake-server/screen.ts';

/** The real server; its sandbox carrier runs at speed 10. */
const test = base.extend<object, { server: RunningServer; adminState: StorageState }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ PHONE_LAB_SPEED: '10' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name, exact: true });

/** Sends what somebody would have typed before. */
async function given(page: Page, path: string, data: object): Promise<void> {
  const session = await page.request.get('/api/auth/get-session');
  const authorization = `Bearer ${session.headers()['set-auth-jwt']}`;
  const answer = await page.request.post(path, { data, headers: { authorization } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

/** Goes to a field with Tab and types over what is in it. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a list of choices with Tab and types the beginning of one. */
async function pick(page: Page, field: Locator, beginning: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(beginning);
  await expect(field.locator('option:checked')).toHaveText(new RegExp(`^${beginning}`));
}

/** Times have a place for hours, one for minutes and one for the half of the day. */
async function allDay(page: Page, day: string): Promise<void> {
  for (const end of ['from', 'to']) {
    const field = page.getByLabel(`${day}, ${end}`, { exact: true });
    await tabTo(page, field);
    await page.keyboard.type('1200AM');
    await expect(field).toHaveValue('00:00');
  }
}

/** From one part of the page to the next one, with the arrow. */
async function showNext(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('radiogroup', { name: 'Show' });
  await tabTo(page, shown.locator('[aria-checked=true]'));
  await page.keyboard.press('ArrowRight');
  await expect(shown.getByRole('radio', { name })).toBeChecked();
}

/** The rows of the file that a button or a choice of a menu saves. */
async function savedRows(page: Page, save: () => Promise<void>): Promise<readonly (readonly string[])[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  const text = await readFile(await download.path(), 'utf8');
  return parseCsv(text, ',').map(({ cells }) => cells.map(unguardCell));
}

test('P366: by keyboard alone: a list of 30 with every kind of mistake, from the file to its results', async ({
  adminPage: page,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  await given(page, '/api/templates/templates', {
    ...{ agentId: 'gs-dental', name: 'Recall', placeholders: {} },
    prompt: 'Remind <Patient Name> of the appointment on <Day> and ask whether it suits.',
  });
  await given(page, '/api/do-not-call', { number: '+15005550066' });

  await page.goto(list);
  await press(page, link(page, 'Make the first campaign'));
  await type(page, page.getByLabel('Name *'), 'Recall in November');
  await pick(page, page.getByLabel('Agent *'), 'GS Dental');
  await pick(page, page.getByLabel('Template *'), 'Recall');
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Continue'));

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page, button(page, 'Choose a File')),
  ]);
  await chooser.setFiles(csv('recall.csv', listText));
  for (const [label, title] of [
    ['Phone Number *', 'Phone'],
    ['Name', 'Patient'],
    ['Time Zone', 'Time Zone'],
    ['Consent', 'Consent'],
    ['Id of Your Own', 'Customer ID'],
    ['Day', 'Day'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true }).locator('option:checked')).toHaveText(title);
  await press(page, button(page, 'Check Rows'));

  // Mended in place: a number, and a place that the number does not tell.
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('13 people will be called');
  await expect(page.getByText('12 rows have to be mended first, 5 are refused.')).toBeVisible();
  await expect(rows(page)).toHaveCount(12);
  await mend(page, 'Leo May');
  await expect(heading).toHaveText('14 people will be called');
  await mend(page, 'Quin Roe');
  await expect(heading).toHaveText('15 people will be called');
  await expect(rows(page)).toHaveCount(10);
  const notCalled = await savedRows(page, () => press(page, button(page, 'Download Rows Not Called')));
  expect(notCalled[0]).toEqual([...header, 'Row', 'Problem', 'Value']);
  expect(notCalled.slice(1, -1).map((cells) => cells.slice(0, header.length))).toEqual(
    people.filter(({ result }) => result === 'To fix' || result === 'Refused').map(keptCells),
  );
  expect(notCalled.at(-1)?.slice(0, 1)).toEqual([unclosed]);
  expect(notCalled.slice(1).map((cells) => cells[header.length + 1])).toEqual([
    'This number with this name is in the file before.',
    'There is no phone number.',
    'This is not a time zone such as Europe/Berlin.',
    'This is not a consent such as "sales: yes (written, 2026-10-13)".',
    'A placeholder of the template has no value.',
    'A value may have at most 500 characters.',
    'A name may have at most 120 characters.',
    'An id of your own may have at most 200 characters.',
    'The row has more columns than the first row.',
    'The row holds characters that are not text.',
    'This is an emergency or a premium number.',
    'The number is on the do-not-call list.',
    'This is a number of the organization itself.',
    'The person does not want calls for this purpose.',
    'A quotation mark is opened and never closed.',
  ]);
  await press(page, link(page, 'Continue'));

  // Open at any hour at which this runs, and nobody is called a second time.
  await allDay(page, 'Monday');
  await press(page, button(page, 'Copy Monday to All Weekdays'));
  await allDay(page, 'Saturday');
  await press(page, button(page, 'Add hours to Sunday'));
  await allDay(page, 'Sunday');
  await type(page, page.getByLabel('Calls to one person'), '1');
  await type(page, page.getByLabel('Calls at once'), '5');
  await type(page, page.getByLabel('Calls a minute'), '60');
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Instructions for row 2', { exact: true })).toHaveText(
    'Remind Ann Lee of the appointment on Monday and ask whether it suits.',
  );
  await type(page, page.getByLabel('My Phone Number'), '500 555 0030');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The agent is calling you.')).toBeVisible();
  await tabTo(page, page.getByRole('checkbox', { name: /^There is a reason in law/ }));
  await page.keyboard.press('Space');
  await press(page, button(page, 'Start Now'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('calls 15 people from now on');
  await expect(button(dialog, 'Start Campaign')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Campaign started');

  // Watched to its end: nothing is loaded again by hand.
  await expect(page.getByRole('list', { name: 'Calls that are up' })).toBeVisible({ timeout: 60_000 });
  await press(page, button(page, 'Pause'));
  await expect(page.getByText('Paused: Somebody paused it.')).toBeVisible();
  await expect(button(page, 'Resume')).toBeEnabled();
  await press(page, button(page, 'Resume'));
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(page.getByText('15 of 15 people')).toBeVisible({ timeout: 150_000 });
  await expect(button(page, 'Call Those Not Reached')).toBeVisible();
  await showNext(page, 'People');
  const shown = page.getByRole('list', { name: 'People of the campaign' }).getByRole('listitem');
  await expect(shown).toHaveCount(30);
  await expect(shown.filter({ hasText: 'Gus Ivo' })).toHaveText(
    /Taken outThe person asked not to be called again1 call/,
  );
  await showNext(page, 'Hours and Pace');
  await expect(page.getByText('The campaign is over. This is how it called.')).toBeVisible();
  await showNext(page, 'Timeline');
  await expect(page.getByRole('list', { name: 'What was decided' }).getByRole('listitem')).toHaveText([
    /^Completed by itself/,
    /^Resumed by Ines Marchetti/,
    /^Paused by Ines Marchetti/,
    /^Started by Ines Marchetti/,
    /^Test call, row 2 by Ines Marchetti/,
    /^Changed by Ines Marchetti/,
  ]);
  await showNext(page, 'Report');
  await expect(page.getByLabel('Key figures')).toContainText('People called15of 30 rows');

  const results = await savedRows(page, async () => {
    await press(page, button(page, 'Results File'));
    await expect(page.getByRole('menuitem', { name: 'A line for each person' })).toBeFocused();
    await page.keyboard.press('Enter');
  });
  expect(results[0]?.slice(0, header.length)).toEqual(header);
  const at = (title: string) => results[0]?.indexOf(title) ?? -1;
  expect(results.slice(1, -1).map((cells) => [cells.slice(0, header.length), cells[at('Result')]])).toEqual(
    people.map((person) => [keptCells(person), person.result]),
  );
  expect(results.slice(1).map((cells) => cells[at('Row')])).toEqual(
    Array.from({ length: 30 }, (_, index) => String(index + 2)),
  );
  expect(
    results.flatMap((cells) => (cells[at('Result')] === 'Not reached' ? cells[at('Last call')] : [])),
  ).toEqual([...['Busy', 'No answer', 'Answered by a machine', 'Failed']]);
  const calls = await savedRows(page, async () => {
    await press(page, button(page, 'Results File'));
    await expect(page.getByRole('menuitem', { name: 'A line for each person' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'A line for each call' })).toBeFocused();
    await page.keyboard.press('Enter');
  });
  expect(calls.slice(1).map(([name]) => name)).toEqual(
    people.filter(({ result }) => result !== 'To fix' && result !== 'Refused').map(({ cells }) => cells[0]),
  );
});

/** Opens the row of a person, types over the cell that is wrong and has the focus, and checks the row again. */
async function mend(page: Page, name: string): Promise<void> {
  const { title, text } = mended[name] ?? { title: '', text: '' };
  await press(page, rows(page).filter({ hasText: name }).getByRole('button'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(title, { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}
