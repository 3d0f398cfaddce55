import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expect, test } from './fake-server/test.ts';

const reports = '/app/reports';
const range = `${reports}?from=2026-10-12&to=2026-10-25`;

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const chart = (within: Locator) => within.getByRole('application');
/** What is spoken of the value that is read. */
const said = (within: Locator) => within.locator('[aria-live]');

const cards = [
  'Calls a day, by result',
  'Answer rate by hour and weekday',
  'Length of answered calls',
  'Why calls failed or reached nobody',
  'Results by agent',
  'Results by version',
  'Results by template',
  'Latency of replies',
  'Follow-ups opened and closed',
  'Opt-outs',
  'Cost a day',
] as const;

/** The names of all tables, as they stand in the address. */
const tables = [
  ...['calls', 'answer-rate', 'length', 'failures', 'agents', 'versions', 'templates'],
  ...['latency', 'follow-ups', 'opt-outs', 'cost-USD'],
];

/** The addresses at which reports were asked for. */
const asked = (fakeServer: FakeServer) => fakeServer.requestsTo('GET /api/reports').map(({ url }) => url);

/** The cells of each row of a card's table, the heading of the row first. */
async function tableOf(within: Locator): Promise<string[][]> {
  await within.getByRole('button', { name: 'Show table' }).click();
  const rows = await within.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

/** What is said of each value, reached by the arrow key, is this. */
async function expectReadByKeys(within: Locator, sentences: readonly string[]): Promise<void> {
  await chart(within).focus();
  for (const sentence of sentences) {
    await chart(within).press('ArrowRight');
    await expect(said(within)).toHaveText(sentence);
  }
}

test('P301: Reports is in the sidebar after Campaigns, and shows a card for every figure', async ({
  page,
}) => {
  await page.goto(range);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports');
  await expect(page.getByText('Oct 12 – 25, 2026 · America/New York')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([...cards, 'Spending limits']);
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
  expect(links.indexOf('Reports')).toBe(links.indexOf('Campaigns') + 1);
  await expect(card(page, 'Key figures').getByRole('term')).toHaveText([
    ...['Calls', 'Answer rate', 'Goal reached', 'Average length', 'Follow-ups', 'Cost'],
  ]);
});

for (const name of cards.filter((each) => !each.startsWith('Answer rate'))) {
  test(`P303: ${name}: the table says what the arrow keys read in the chart`, async ({ page }) => {
    await page.goto(range);
    const shown = card(page, name);
    const table = await tableOf(shown);
    expect(table.length).toBeGreaterThan(1);
    const headings = await shown.locator('thead th').allTextContents();
    const sentences = table.map(
      ([label, ...cells]) => `${label}: ${cells.map((cell, at) => `${headings[at + 1]} ${cell}`).join(', ')}`,
    );
    await expectReadByKeys(shown, sentences);
    await chart(shown).press('ArrowRight');
    await expect(said(shown)).toContainText(table.at(-1)?.[0] ?? '-');
    await chart(shown).press('Home');
    await expect(said(shown)).toContainText(table[0]?.[0] ?? '-');
    await chart(shown).press('Escape');
    await expect(said(shown)).toHaveText('');
    // Once, above all charts.
    await expect(page.getByText('use the arrow keys')).toHaveCount(1);
  });
}

test('P303: bars are as high as the figures of the table', async ({ page }) => {
  await page.goto(range);
  const shown = card(page, 'Calls a day, by result');
  const table = await tableOf(shown);
  const reached = table.map((cells) => Number(cells[1]));
  const drawn = shown.locator('rect[data-bar="Goal reached"]');
  await expect(drawn).toHaveCount(reached.length);
  const heights = await drawn.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  const perCall = Math.max(...heights) / Math.max(...reached);
  for (const [at, height] of heights.entries()) expect(height / perCall).toBeCloseTo(reached[at] ?? -1, 1);
});

test('P303: the heat map is read in two directions, and its table has the same figures', async ({ page }) => {
  await page.goto(range);
  const shown = card(page, 'Answer rate by hour and weekday');
  const table = await tableOf(shown);
  const [hour = '', monday = ''] = table[1] ?? [];
  const [rate = '', calls = ''] = monday.split(' of ');
  await chart(shown).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const read = new RegExp(`^Monday, ${hour}: Answered ${rate}, Calls \\d+ of ${calls}$`);
  await expect(said(shown)).toHaveText(read);
  await page.keyboard.press('ArrowDown');
  await expect(said(shown)).toContainText('Tuesday');
  await page.keyboard.press('ArrowUp');
  await expect(said(shown)).toHaveText(read);
  // Where there is little room hours are rows, and the keys follow what is seen.
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(360);
  await page.keyboard.press('ArrowRight');
  await expect(said(shown)).toContainText(`Tuesday, ${hour}`);
  const drawn = await shown
    .locator('[data-bar]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent));
  const hours = table.length;
  const written = Array.from({ length: 7 * hours }, (_, at) => {
    const cell = table[at % hours]?.[Math.floor(at / hours) + 1] ?? '';
    return cell === '–' ? '' : cell.replace(/%.*/, '');
  });
  expect(drawn).toEqual(written);
});

test('P302: the period stands in the address, and a reload keeps it', async ({ page, fakeServer }) => {
  await page.goto(`${reports}?tables=calls`);
  await expect(page.getByLabel('Period')).toHaveValue('30');
  await page.getByLabel('Period').selectOption('Last 7 days');
  await expect(page).toHaveURL(`${reports}?tables=calls&period=7`);
  await expect(card(page, 'Calls a day, by result').locator('tbody tr')).toHaveCount(7);
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('7');
  await page.getByLabel('Calls', { exact: true }).selectOption('Real calls');
  await expect(page).toHaveURL(`${reports}?tables=calls&period=7&side=real`);
  await expect(page.getByText('· real calls')).toBeVisible();
  await expect.poll(() => asked(fakeServer).some((url) => url.includes('side=real'))).toBe(true);
});

test('P302: today is the day in the time zone of the organization', async ({ page, fakeServer }) => {
  // 8 in the evening of the 16th in New York is the 17th in Berlin, where the browser is.
  await page.clock.setFixedTime('2026-11-17T01:00:00Z');
  await page.goto(`${reports}?period=7`);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-11-16');
  await expect.poll(() => asked(fakeServer).some((url) => url.includes('to=2026-11-16'))).toBe(true);
});

test('P302: two days that are changed at once are both kept', async ({ page }) => {
  await page.goto(range);
  await expect(card(page, cards[0])).toBeVisible();
  await page.evaluate(() => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=date]')];
    for (const [at, day] of ['2026-09-01', '2026-09-10'].entries()) {
      set?.call(fields[at], day);
      fields[at]?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(page).toHaveURL(`${reports}?from=2026-09-01&to=2026-09-10`);
  await expect(page.getByText('Sep 1 – 10, 2026')).toBeVisible();
  await expect(page.getByLabel('Period')).toHaveValue('own');
});

test('P302: days that make no report are refused in words, and the report before stays', async ({
  page,
  fakeServer,
}) => {
  await page.goto(range);
  await expect(card(page, cards[0])).toBeVisible();
  const before = fakeServer.requestsTo('GET /api/reports').length;
  await page.getByLabel('To', { exact: true }).fill('2026-10-01');
  await expect(page.getByText('The first day is after the last day.')).toBeVisible();
  await expect(card(page, cards[0])).toBeVisible();
  await page.getByLabel('From').fill('2025-01-01');
  await expect(page.getByText('A report covers at most 400 days.')).toBeVisible();
  expect(fakeServer.requestsTo('GET /api/reports')).toHaveLength(before);
  await page.reload();
  await expect(page.getByText('A report covers at most 400 days. Choose other days.')).toBeVisible();
});

test('P301: what was spent today and this month is shown against the limits', async ({
  page,
  fakeServer,
}) => {
  const { spending } = fakeServer.reportDesk;
  fakeServer.reportDesk.spending = {
    ...spending,
    limits: { ...spending.limits, monthMicros: null },
    day: { ...spending.day, spentMicros: 17_000_000 },
  };
  await page.goto(range);
  const shown = card(page, 'Spending limits');
  await expect(shown).toContainText('$17.00 of $20.00');
  await expect(shown).toContainText('85% of the limit');
  await expect(shown).toContainText('$61.84, no limit');
  fakeServer.reportDesk.spending = {
    ...fakeServer.reportDesk.spending,
    day: { ...spending.day, spentMicros: 20_000_000 },
  };
  await page.reload();
  await expect(shown).toContainText('Limit reached');
});

test('P304: a long report is shown by week', async ({ page }) => {
  await page.goto(`${reports}?from=2026-01-01&to=2026-10-31&tables=calls`);
  const shown = card(page, 'Calls a week, by result');
  await expect(shown.locator('tbody tr')).toHaveCount(44);
  await expect(shown.locator('tbody th').first()).toHaveText('Jan 1 – 4, 2026');
  await expect(card(page, 'Cost a week')).toBeVisible();
});

test('P305: figures lead to the calls that they were counted from', async ({ page }) => {
  await page.goto(`${range}&side=real&tables=failures.agents`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const days = 'from=2026-10-12&to=2026-10-25';
  await expect(link('Nobody answered')).toHaveAttribute(
    'href',
    `/app/voice-agents?reason=no_answer&${days}&sandbox=no`,
  );
  await expect(link('Reminders')).toHaveAttribute(
    'href',
    `/app/voice-agents?agent=reminders&${days}&sandbox=no`,
  );
  const shown = card(page, 'Calls a day, by result');
  await chart(shown).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  const day = shown.getByRole('link', { name: 'Show the calls' });
  await expect(day).toBeFocused();
  await expect(day).toHaveAttribute('href', '/app/voice-agents?from=2026-10-12&to=2026-10-12&sandbox=no');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voice Agents');
});

test('P306: loading, a failure with Retry, days without calls, calls still being counted', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  fakeServer.hold('GET /api/events');
  const release = fakeServer.hold('GET /api/reports', {
    status: 400,
    body: { error: 'No.', code: 'invalid_request' },
  });
  await page.goto(range);
  await expect(page.getByText('Loading the report...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled();
  release();
  await expect(page.getByRole('alert')).toContainText('Failed to load the report');
  fakeServer.reportDesk.change = (report) => ({ ...report, complete: false });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('still being counted')).toBeVisible();
  fakeServer.reportDesk.change = (report) => ({
    ...report,
    ...{ hours: [], lengths: [], agents: [], versions: [], templates: [], latencies: [], failures: [] },
    costs: [],
    days: report.days.map((day) => ({
      ...{ ...day, inbound: 0, outbound: 0, answered: 0, seconds: 0, optOuts: 0 },
      results: { reached: 0, partly: 0, not: 0, unknown: 0, unanswered: 0, failed: 0, open: 0 },
      ...{ followUpsOpened: 0, followUpsClosed: 0 },
    })),
  });
  await page.goto(range);
  await expect(page.getByText('There are no calls Oct 12 – 25, 2026.')).toBeVisible();
});

test('P306: without the permission the page says so, and shows no figures', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.respondWith('GET /api/reports', {
    status: 403,
    body: { error: 'Your role does not allow this. Ask an administrator.', code: 'not_permitted' },
  });
  await page.goto(range);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No permission');
  await expect(page.getByRole('link', { name: 'Reports' })).toHaveCount(0);
});

test('P306: an organization without calls sees example figures, marked on every card', async ({
  page,
  fakeServer,
}) => {
  fakeServer.reportDesk.change = (report) => ({ ...report, example: true });
  await page.goto(range);
  await expect(page.getByText('These are example figures')).toBeVisible();
  await expect(page.getByText('Example', { exact: true })).toHaveCount(cards.length);
  await expect(page.getByRole('link', { name: 'Place a first call' })).toBeVisible();
  await chart(card(page, cards[0])).press('ArrowRight');
  await expect(page.getByRole('link', { name: 'Show the calls' })).toHaveCount(0);
});

test('P307: the page is accessible with and without tables, light and dark, wide and narrow', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(range);
  await expect(card(page, cards[0])).toBeVisible();
  await chart(card(page, cards[0])).press('ArrowRight');
  await expectAccessible(page);
  await page.goto(`${range}&tables=${tables.join('.')}`);
  await expect(page.getByRole('table')).toHaveCount(cards.length);
  await expectAccessible(page, {
    looks: [
      { theme: 'light', width: 1280 },
      { theme: 'dark', width: 360 },
    ],
  });
});

test('P308: on paper there are all cards with their tables, in light colours, and no navigation', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await page.goto(range);
  await expect(card(page, cards[0])).toBeVisible();
  const printed = page.evaluate(
    () => new Promise<string>((resolve) => (window.print = () => resolve('printed'))),
  );
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await printed).toBe('printed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toHaveCount(cards.length);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByLabel('Period')).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(33, 30, 25)');
  const pdf = await page.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(2);
  expect(pages).toBeLessThan(12);
});
