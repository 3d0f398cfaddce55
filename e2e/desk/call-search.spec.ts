import { callIdOf, callOf, entryOf, liveCallOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { rowOf, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/voice-agents';
const crown = callOf(7, {
  transcript: [
    entryOf(0, 'Hello, this is the assistant of GS Dental.'),
    ...Array.from({ length: 40 }, (_, index) => entryOf(index + 1, `Something else, line ${index + 1}.`)),
    entryOf(41, 'Will the new crown be ready on Tuesday?'),
    entryOf(42, 'The crown is ready.'),
  ],
});

function fill(fakeServer: FakeServer): void {
  fakeServer.calls = [
    callOf(9, { status: 'busy', duration: null }),
    callOf(8, { direction: 'inbound', from: '+4930123456' }),
    crown,
    callOf(6, { summary: 'They asked about the **crown** of last year.', summaryState: 'ready' }),
  ];
}

const field = (page: import('@playwright/test').Page) => page.getByRole('textbox', { name: 'Search calls' });
const searches = (fakeServer: FakeServer) => fakeServer.requestsTo('GET /api/calls/search');

test('P282: without a search the list asks as it did, and the field takes nothing away', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  await page.goto(list);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 2, name: 'Recent Calls' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Views' })).toBeEnabled();
  expect(searches(fakeServer)).toHaveLength(0);
  expect(fakeServer.requestsTo('GET /api/calls').every(({ url }) => url === '/api/calls')).toBe(true);
});

test('P283: the key / leads into the field, words are found and marked, Escape clears', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  await page.goto(list);
  await expect(rows(page)).toHaveCount(4);
  // What searches is loaded after the list, together with the views.
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  // In one task, so that a busy machine does not put pauses between the letters.
  await page.evaluate(() => {
    for (const letter of 'crown') document.execCommand('insertText', false, letter);
  });
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 2, name: 'Found Calls' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 calls' })).toBeVisible();
  await expect(rows(page).first()).toContainText('Transcript: Will the new crown be ready on Tuesday?');
  await expect(rows(page).locator('mark')).toHaveText(['crown', 'crown']);
  await expect(page).toHaveURL(`${list}?q=crown`);
  // Typed quickly, it is asked for once.
  expect(searches(fakeServer)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(list);
});

test('P320: Enter searches at once, and Down leads from the field to the first call found', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  await page.goto(list);
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await field(page).focus();
  // Without a pause on a busy machine, after which it is searched for anyway, and Enter leads to the first call.
  await page.evaluate(async () => {
    document.execCommand('insertText', false, 'crown');
    await new Promise((next) => setTimeout(next));
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(enter);
  });
  await expect(rows(page)).toHaveCount(2);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(callIdOf(7)));
});

test('P320: the first steps give way to a search', async ({ page, fakeServer }) => {
  fill(fakeServer);
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4000' };
  await page.goto(list);
  const steps = page.getByRole('heading', { name: 'First Steps' });
  await expect(steps).toBeVisible();
  await page.goto(`${list}?q=crown`);
  await expect(rows(page)).toHaveCount(2);
  await expect(steps).toBeHidden();
});

test('P284: a hit opens the call at its entry with the words marked, and Back leads to the search', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  await page.goto(`${list}?q=crown&status=completed`);
  await rowOf(page, crown.to ?? '')
    .getByRole('link')
    .click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Will the new crown be ready' });
  await expect(entry).toBeFocused();
  await expect(entry).toBeInViewport();
  await expect(entry.locator('mark')).toHaveText('crown');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'The crown is ready.' }).locator('mark'),
  ).toHaveText('crown');
  await page.reload();
  await expect(entry.locator('mark')).toHaveText('crown');
  await page.getByRole('link', { name: 'Back to Calls' }).click();
  await expect(page).toHaveURL(`${list}?q=crown&status=completed`);
  await expect(field(page)).toHaveValue('crown');
  await rowOf(page, '+15005551006').getByRole('link').click();
  await expect(page.getByRole('region', { name: 'AI Summary' }).locator('mark')).toHaveText('crown');
});

test('P285: results come a page at a time, and a search that stopped for time goes on', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = Array.from({ length: 60 }, (_, index) => callOf(90 - index));
  fakeServer.searchDesk.stopsBefore = callIdOf(36);
  await page.goto(`${list}?q=patient`);
  await expect(page.getByRole('status').filter({ hasText: 'The latest 40 calls' })).toBeVisible();
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByRole('status').filter({ hasText: '55 calls so far' })).toBeVisible();
  await expect(page.getByText(/^Calls before .* have not been searched yet\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Search older calls' }).click();
  await expect(page.getByRole('status').filter({ hasText: '60 calls' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search older calls' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
});

test('P285: a search that has found nothing yet says so, and one that is done says what to try', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  fakeServer.searchDesk.stopsBefore = callIdOf(7);
  await page.goto(`${list}?q=nowhere`);
  await expect(page.getByText(/^Nothing found so far\. Calls before/)).toBeVisible();
  await page.getByRole('button', { name: 'Search older calls' }).click();
  await expect(page.getByText(/^No call fits\. Try fewer words/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).last().click();
  await expect(rows(page)).toHaveCount(4);
  await expect(field(page)).toHaveValue('');
});

test('P286: a search that failed says why and can be tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  fill(fakeServer);
  fakeServer.hold('GET /api/events');
  const error = 'The first day is after the last one.';
  fakeServer.respondWith('GET /api/calls/search', { status: 400, body: { error, code: 'invalid_request' } });
  await page.goto(`${list}?q=crown`);
  await expect(page.getByRole('alert')).toContainText('Failed to search calls');
  await expect(page.getByRole('alert')).toContainText(error);
  fakeServer.resetResponse('GET /api/calls/search');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('P287: a live call that fits joins at the top, one that is removed goes', async ({
  page,
  fakeServer,
}) => {
  fill(fakeServer);
  await page.goto(`${list}?q=crown`);
  await expect(rows(page)).toHaveCount(2);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.updateCall(liveCallOf(20, { instructions: 'Ask about the crown.' }));
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('+15005551020');
  await expect(rows(page).first()).toContainText('in-progress');
  // One that does not fit stays out, also after the next answer.
  fakeServer.updateCall(liveCallOf(21));
  fakeServer.updateCall(callOf(20, { instructions: 'Ask about the crown.' }));
  await expect(rows(page).first()).toContainText('completed');
  await expect(rows(page)).toHaveCount(3);
  fakeServer.calls = fakeServer.calls.filter(({ _id }) => _id !== callIdOf(20));
  fakeServer.emit({ type: 'call.removed', callId: callIdOf(20) });
  await expect(rows(page)).toHaveCount(2);
});
