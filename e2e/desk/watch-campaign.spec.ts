import { readFile } from 'node:fs/promises';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { personOf, watchedCampaign, watchedId } from './fake-server/watched-campaign.ts';

const page_ = `/app/campaigns/${watchedId}`;
const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
];

test('P334: progress shows what is up, what waits and until when, results and the breaker, live', async ({
  page,
  fakeServer,
}) => {
  await page.goto(page_);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recall in November');
  await expect(page.getByRole('progressbar', { name: 'People who are finished' })).toHaveAttribute(
    'aria-valuetext',
    '138 of 235 people',
  );
  const up = page.getByRole('list', { name: 'Calls that are up' }).getByRole('listitem');
  await expect(up).toHaveText([/Dan Novak.*\+12025550105/, /Ada Weber.*call 2/]);
  await expect(up.getByRole('link', { name: 'Dan Novak' })).toHaveAttribute('href', /voice-agents/);
  const waits = page.getByRole('list', { name: 'Why people wait' }).getByRole('listitem');
  await expect(waits.first()).toHaveText(/^Opens .* in Denver48$/);
  await expect(page.getByText('30 % of 20 calls, limit 50 %')).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.watched.progress = { ...fakeServer.watched.progress, live: [] };
  fakeServer.emit({ type: 'campaign.changed', campaignId: watchedId });
  await expect(page.getByText('No call is up.')).toBeVisible();
  await expectAccessible(page, { looks });
});

test('P335: it is paused and resumed at once, and stopped after a question', async ({ page, fakeServer }) => {
  await page.goto(page_);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused: Somebody paused it.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, { dialogOpen: true, looks });
  await dialog.getByRole('button', { name: 'Stop and End Calls' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/stop').map(({ body }) => body)).toEqual([
    { now: true },
  ]);
  await expect(page.getByRole('button', { name: 'Stop…' })).toHaveCount(0);
});

test('P335: whoever comes second is told so, and sees the campaign as it is', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(page_);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  const pause = {
    reason: 'breaker_failures',
    detail: '11 of the last 20 calls.',
    at: '2026-11-17T20:00:00.000Z',
  };
  const body = { error: 'The campaign is paused already.', code: 'campaign_state' };
  const route = 'POST /api/campaigns/:id/pause';
  const answer = fakeServer.hold(route, { status: 409, body });
  await page.getByRole('button', { name: 'Pause' }).click();
  await fakeServer.untilRequested(route, 1);
  // Not earlier: the page may read the campaign again at any time, and then offers Resume.
  fakeServer.watched.campaign = watchedCampaign({
    state: 'paused',
    pause: { ...pause, reason: 'breaker_failures' },
  });
  answer();
  await expectToast(page, 'Failed to pause the campaign.', 'The campaign is paused already.');
  await expect(page.getByText('Too many of the last calls failed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
});

test('P336: rows are filtered, held, released and skipped, by keyboard too', async ({ page, fakeServer }) => {
  await page.goto(`${page_}?show=people`);
  const rows = page.getByRole('list', { name: 'People of the campaign' }).getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toContainText(/Opens .* in Denver/);
  await page.getByLabel('People', { exact: true }).selectOption('Held');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/rows=held/);
  await page.getByRole('button', { name: 'Actions for Eve Lindqvist' }).press('Enter');
  // A menu that was opened by a key moves the focus to its first item.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  // Whoever is held already can be given a time.
  await expect(page.getByRole('menuitem')).toHaveText(['Release', 'Hold Until…', 'Skip']);
  await page.getByRole('menuitem', { name: 'Release' }).press('Enter');
  await expectToast(page, 'Row 4: released');
  await expect(page.getByText('Nobody of this campaign is in this state.')).toBeVisible();
  await page.getByLabel('People', { exact: true }).selectOption('Will be called');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Actions for Dan Novak' }).last().click();
  await page.getByRole('menuitem', { name: 'Call Now' }).click();
  await expectToast(page, 'Row 9: being called');
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/recipients/:version/call')).toHaveLength(1);
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, { looks });
});

test('P336: a row is held until a time, and released before it', async ({ page, fakeServer }) => {
  await page.goto(`${page_}?show=people&rows=pending`);
  const rows = page.getByRole('list', { name: 'People of the campaign' }).getByRole('listitem');
  const actions = rows.first().getByRole('button', { name: /^Actions for/ });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Hold Until…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Hold .+ Until$/ });
  const time = dialog.getByLabel('Date and time');
  await expect(time).toBeFocused();
  await time.fill('2020-01-01T09:00');
  await time.press('Enter');
  await expect(dialog.getByText('Choose a time to come.')).toBeVisible();
  await expectAccessible(page, { looks });
  await time.fill(`${new Date().getFullYear() + 1}-03-02T09:30`);
  await time.press('Enter');
  await expect(page.getByText(/^Row \d+: held until /)).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/recipients/:version/hold')).toHaveLength(1);
  // Their turn comes by itself, so they are still among those who will be called.
  await expect(rows.first()).toContainText(
    new RegExp(`Somebody holds it, not before Mar 2, ${new Date().getFullYear() + 1}`),
  );
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Call Now' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Release' }).click();
  await expect(page.getByText(/^Row \d+: released$/)).toBeVisible();
  await expect(rows.first()).not.toContainText('Somebody holds it');
});

test('P336: a second row can be held until a time while the first is on its way', async ({
  page,
  fakeServer,
}) => {
  fakeServer.watched.people = [personOf(2), personOf(3)];
  await page.goto(`${page_}?show=people`);
  const rows = page.getByRole('list', { name: 'People of the campaign' }).getByRole('listitem');
  const hold = 'POST /api/campaigns/:id/recipients/:version/hold';
  const answer = fakeServer.hold(hold);
  for (const n of [0, 1]) {
    await rows.nth(n).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Hold Until…' }).click();
    await page.getByLabel('Date and time').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // The row that is on its way takes no other press.
  await rows.first().getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: 'Hold', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  answer();
  await expect(rows.filter({ hasText: 'Somebody holds it, not before' })).toHaveCount(2);
  expect(fakeServer.requestsTo(hold)).toHaveLength(2);
});

test('P336: 50 rows are loaded at a time, whatever the campaign has', async ({ page, fakeServer }) => {
  fakeServer.watched.people = Array.from({ length: 120 }, (_, n) => personOf(n + 2));
  await page.goto(`${page_}?show=people`);
  const rows = page.getByRole('list', { name: 'People of the campaign' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows).toHaveCount(100);
});

test('P337: the timeline says what was decided, by whom and why', async ({ page }) => {
  await page.goto(`${page_}?show=timeline`);
  await expect(page.getByRole('list', { name: 'What was decided' }).getByRole('listitem')).toHaveText([
    /Row held, row 4 by Ines Marchetti/,
    /Resumed by Jo Park/,
    /Paused by itself.*Too many people hung up at once on the last calls. 11 of the last 20 calls./,
    /Started by Ines Marchetti/,
  ]);
});

test('P338: the report has each rate with what it is a part of, and its results as a file', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${page_}?show=report`);
  await expect(page.getByText('91 of 138 people called')).toBeVisible();
  await expect(page.getByText('Known of 84 of 91 calls with an outcome')).toBeVisible();
  await expect(page.getByText('1 of 106 people who answered heard nothing for 2 s')).toBeVisible();
  const numbers = page.getByRole('region', { name: 'By calling number: table' });
  await expect(numbers.getByRole('row', { name: '+12025550141' })).toContainText('11 (17.2%)B: 52');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Results File' }).click();
  await page.getByRole('menuitem', { name: 'A line for each person' }).click();
  const file = await download;
  await expectToast(page, 'The download has begun');
  expect(file.suggestedFilename()).toBe('results.csv');
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(9);
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/results').map(({ body }) => body)).toEqual([
    { kind: 'people' },
  ]);
  await expectAccessible(page, { looks });
});

test('P339: a campaign that is over makes a draft for those not reached', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  // The draft itself is none that the fake server has.
  expectedErrors.push(/status of 404/);
  fakeServer.watched.campaign = watchedCampaign({ state: 'completed', endedAt: '2026-11-17T20:00:00.000Z' });
  await page.goto(page_);
  await page.getByRole('button', { name: 'Call Those Not Reached' }).click();
  await expectToast(page, 'A draft with those not reached was made');
  await expect(page).toHaveURL(/a701-000000000002/);
});

test('P340: a viewer sees everything and changes nothing', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(`${page_}?show=people`);
  await expect(page.getByRole('list', { name: 'People of the campaign' })).toBeVisible();
  for (const name of ['Pause', 'Stop…', 'Results File', 'Actions for Eve Lindqvist'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('P397: hours and pace of a campaign that is paused are changed where it is watched', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const pause = { reason: 'budget', detail: '', at: '2026-11-17T20:00:00.000Z' } as const;
  fakeServer.watched.campaign = watchedCampaign({ state: 'paused', pause });
  await page.goto(page_);
  await page.getByRole('button', { name: 'Change Budget' }).click();
  await expect(page).toHaveURL(/show=policy/);
  // What it was paused by comes first.
  const form = page.getByRole('form', { name: 'Hours and Pace' });
  await expect(form.getByRole('heading').first()).toHaveText('Paused When');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();
  await form.getByLabel('The budget is spent').fill('much');
  await save.click();
  await expect(form.getByLabel('The budget is spent')).toBeFocused();
  await form.getByLabel('The budget is spent').fill('40');
  await form.getByLabel('Calls at once').fill('2');
  await expectAccessible(page, { looks });
  await page.getByRole('radio', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await save.press('Enter');
  await expectToast(page, 'Hours and pace saved');
  await expect(save).toBeDisabled();
  expect(fakeServer.watched.campaign.policy).toMatchObject({ budgetMicros: 40_000_000, atOnce: 2 });
  // Once more, from what was saved; and what the server refuses is said in its words.
  await form.getByLabel('Calls at once').fill('3');
  await save.click();
  await expect.poll(() => fakeServer.watched.campaign.policy.atOnce).toBe(3);
  const body = { error: 'The budget is spent. Raise it first.', code: 'campaign_state' };
  fakeServer.respondWith('POST /api/campaigns/:id/resume', { status: 409, body });
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectToast(page, 'Failed to resume the campaign.', 'The budget is spent. Raise it first.');
});

test('P397: while it runs, and by whoever may not, hours and pace are only looked at', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${page_}?show=policy`);
  await expect(page.getByText('Pause the campaign to change how it calls.')).toBeVisible();
  await expect(page.getByLabel('Calls at once')).toBeDisabled();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByLabel('Calls at once')).toBeEnabled();
  fakeServer.claims = { parley: 'viewer' };
  await page.reload();
  await expect(page.getByText('Your role lets you look at campaigns.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});
