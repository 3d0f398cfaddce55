import { callIdOf, callOf, kuzco, night } from './fake-server/data.ts';
import { rowOf, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test('the call list has its heading, subtitle and card', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('heading', { level: 1, name: 'Voice Agents' })).toBeVisible();
  await expect(page.getByText('View and manage your AI agent calls.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Recent Calls' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Call' })).toBeVisible();
  await expect(page).toHaveTitle('Voice Agents · Parley');
});

test("while the calls are loading the list says 'Loading calls...', and the layout does not shift when they arrive", async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(1), callOf(0)];
  const release = fakeServer.hold('GET /api/calls');
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('status').filter({ hasText: 'Loading calls...' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Recent Calls' });
  // Another typeface, and the search that is loaded beside the list, are no shift by the calls.
  await page.getByRole('button', { name: 'Views' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await card.boundingBox();
  release();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Loading calls...')).toHaveCount(0);
  expect(await card.boundingBox()).toEqual(before);
});

test("a refused list says 'Error loading calls: ' and the server's message", async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  // A stream that opens now would fetch the list again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/calls', {
    status: 403,
    body: { error: 'Your account may not see calls.', code: 'forbidden' },
  });
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('alert')).toHaveText(/Error loading calls: Your account may not see calls\./);
  fakeServer.resetResponse('GET /api/calls');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
});

test('an error without JSON shows the status line, after one retry', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/);
  // The stream's first connection asks again for what is shown, so it waits here.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/calls', { status: 502, body: '<h1>Bad Gateway</h1>' });
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('alert')).toContainText('Error loading calls: HTTP 502: Bad Gateway');
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(2);
});

test('an empty list says what to do next and offers it', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await expect(page.getByText('No calls yet. Create your first call!', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Place a call' }).click();
  await expect(page.getByRole('dialog', { name: 'New Call' })).toBeVisible();
});

test('a row shows the other party, direction, agent, status, time and duration', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agents = [kuzco, night];
  fakeServer.calls = [
    callOf(9, { agentId: 'kuzco', to: '+15005550010', duration: 75 }),
    callOf(8, { direction: 'inbound', from: '+4930123456', to: '+15005550006', agentId: 'gs-dental' }),
    callOf(7, { agentId: 'night-desk', status: 'no-answer', duration: null, endTime: null }),
    callOf(6, { agentId: null }),
    callOf(5, { agentId: 'long-gone' }),
    callOf(4, { direction: 'inbound', from: null, duration: 0 }),
  ];
  await page.goto('/app/voice-agents');
  const outbound = rowOf(page, '+15005550010');
  for (const text of ['Outbound', 'Kuzco', 'completed', 'Oct 13, 12:09 PM']) {
    await expect(outbound.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(outbound.getByRole('link')).toHaveAccessibleName(/Duration 1:15/);
  const inbound = rowOf(page, '+4930123456');
  await expect(inbound.getByText('Inbound', { exact: true })).toBeVisible();
  await expect(inbound.getByText('GS Dental', { exact: true })).toBeVisible();
  await expect(rows(page).nth(2)).toContainText('night desk');
  await expect(rows(page).nth(2)).not.toContainText('Duration');
  await expect(rows(page).nth(3)).toContainText('Unknown Agent');
  await expect(rows(page).nth(4)).toContainText('Unknown Agent');
  await expect(rows(page).nth(5)).toContainText('Withheld number');
  await expect(rows(page).nth(5)).toContainText('0:00');
});

test("the time is in the viewer's time zone, with the full date and time on hover", async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(9)];
  await page.goto('/app/voice-agents');
  const time = rows(page).locator('time');
  await expect(time).toHaveText('Oct 13, 12:09 PM');
  await expect(time).toHaveAttribute('datetime', '2026-10-13T10:09:00.000Z');
  await expect(time).toHaveAttribute('title', 'Tuesday, October 13, 2026 at 12:09:00 PM GMT+2');
});

test('the status is the raw value in its colour, with the reason below', async ({ page, fakeServer }) => {
  const statuses = [
    ['completed', 'green'],
    ['busy', 'red'],
    ['no-answer', 'red'],
    ['failed', 'red'],
    ['in-progress', 'blue'],
    ['queued', 'grey'],
    ['initiated', 'grey'],
    ['ringing', 'grey'],
    ['canceled', 'grey'],
  ] as const;
  fakeServer.calls = statuses.map(([status], index) => callOf(50 - index, { status }));
  fakeServer.calls[3] = callOf(47, { status: 'failed', reason: 'unreachable_number' });
  await page.goto('/app/voice-agents');
  for (const [index, [status, colour]] of statuses.entries()) {
    const word = rows(page).nth(index).getByText(status, { exact: true });
    const wanted = await page.evaluate(
      (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`),
      colour,
    );
    expect(await word.evaluate((element) => getComputedStyle(element).color)).toBe(rgbOf(wanted));
  }
  await expect(rows(page).nth(3).getByText('The carrier cannot reach this number.')).toBeVisible();
});

test('sandbox calls stay marked', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(2, { sandbox: true }), callOf(1)];
  await page.goto('/app/voice-agents');
  await expect(rows(page).nth(0)).toContainText('Sandbox');
  await expect(rows(page).nth(1)).not.toContainText('Sandbox');
});

for (const how of ['click', 'Enter', 'Space'] as const) {
  test(`a row opens by ${how}`, async ({ page, fakeServer }) => {
    fakeServer.calls = [callOf(2), callOf(1)];
    await page.goto('/app/voice-agents');
    const row = rows(page).first();
    if (how === 'click') await row.getByText('completed').click();
    else await row.getByRole('link').press(how);
    await expect(page).toHaveURL(`/app/voice-agents/${callIdOf(2)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005551002');
  });
}

test('a row is a link with a menu beside it, not a button around one', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  const row = rows(page).first();
  await expect(row.getByRole('link')).toHaveAttribute('href', `/app/voice-agents/${callIdOf(1)}`);
  await expect(row.getByRole('link').getByRole('button')).toHaveCount(0);
  await expect(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button')).toBeFocused();
});

test('back from a call, the list is where it was', async ({ page, fakeServer }) => {
  fakeServer.calls = Array.from({ length: 60 }, (_, index) => callOf(60 - index));
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows(page)).toHaveCount(60);
  await rows(page).nth(50).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: '+15005551010' }).waitFor();
  await page.goBack();
  await expect(rows(page)).toHaveCount(60);
  await expect(rows(page).nth(50)).toBeInViewport();
});

function rgbOf(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.trim().slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
