import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expectToast, settled, soon, stopTheClock } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { deliveryOf, webhookIdOf, webhookOf } from './fake-server/webhooks-desk.ts';

const list = '/app/settings/developers';
const card = (page: Page) => page.getByRole('region', { name: 'Webhooks' });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Webhooks' }).locator('> li').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');
const secret = `whsec_${'s'.repeat(43)}=`;

test('endpoints are listed with their address, events and how it goes', async ({ page }) => {
  await page.goto(list);
  const practice = row(page, 'Practice software');
  await expect(practice).toContainText('On');
  await expect(practice).toContainText('https://practice.example.com/webhooks/2');
  await expect(practice).toContainText('A call is over · The summary of a call is ready');
  await expect(practice).toContainText('by Ines Marchetti');
  await expect(row(page, 'Wall display')).toContainText('Failing');
  await expect(row(page, 'Wall display')).toContainText('1 waiting');
  await row(page, 'Wall display').getByText('Told of 4 events').click();
  await expect(row(page, 'Wall display')).toContainText('Somebody has to do something');
  await expect(row(page, 'Old diary')).toContainText('It answered that it is gone (410).');
  // What is off is not sent a test event.
  await expect(page.getByRole('button', { name: 'Send a test event to Old diary' })).toHaveCount(0);
});

test('an endpoint is added, its secret is shown once, and mistakes are told beside their fields', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'New Endpoint' }).click();
  await dialog(page).getByRole('button', { name: 'Add Endpoint' }).click();
  await expect(dialog(page)).toContainText('An endpoint needs a name.');
  await expect(dialog(page)).toContainText('An endpoint needs an address');
  await expect(dialog(page)).toContainText('Choose at least one event.');
  await dialog(page).getByLabel('Name', { exact: true }).fill('Diary');
  await dialog(page).getByLabel('Address').fill('https://diary.example.com/');
  await dialog(page).getByRole('checkbox', { name: 'A call is over call.ended' }).check();
  await dialog(page).getByRole('button', { name: 'Add Endpoint' }).click();
  await expect(dialog(page).getByText(secret, { exact: true })).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/webhooks').map(({ body }) => body)).toEqual([
    { name: 'Diary', address: 'https://diary.example.com/', events: ['call.ended'] },
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText(secret, { exact: true })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'I Have Copied It' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Diary').first()).toContainText('On');
});

test('an endpoint is changed, gets another secret, and is deleted after a question', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Change Practice software' }).click();
  await dialog(page).getByRole('switch', { name: 'On' }).click();
  await dialog(page).getByRole('button', { name: 'Save Endpoint' }).click();
  await expectToast(page, 'Endpoint saved');
  await expect(row(page, 'Practice software')).toContainText('Somebody has switched it off.');
  expect(fakeServer.requestsTo('PUT /api/webhooks/:id').map(({ body }) => body)).toEqual([
    expect.objectContaining({ enabled: false, revision: 1 }),
  ]);
  await page.getByRole('button', { name: 'New secret for Practice software' }).click();
  await dialog(page).getByRole('button', { name: 'Make Secret' }).click();
  await expect(dialog(page)).toContainText('For 24 hours events are signed with the secret before too.');
  await dialog(page).getByRole('button', { name: 'I Have Copied It' }).click();
  await page.getByRole('button', { name: 'Delete Practice software' }).click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await dialog(page).getByRole('button', { name: 'Delete Endpoint' }).click();
  await expectToast(page, 'Endpoint deleted');
  await expect(row(page, 'Practice software')).toHaveCount(0);
});

test('a test event is sent, and deliveries show their request, attempts and answers and are sent again', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Send Test to Practice software' }).click();
  await expectToast(page, 'Test event sent: see its deliveries');
  await page.getByRole('button', { name: 'Deliveries of Practice software' }).click();
  const deliveries = dialog(page).getByRole('list', { name: 'Deliveries' });
  await expect(deliveries).toContainText('Held back');
  await expect(deliveries).toContainText('Accepted');
  await dialog(page).getByLabel('Show').selectOption('Given up');
  await expect(deliveries.locator('> li')).toHaveCount(1);
  await deliveries.locator('summary').click();
  await expect(deliveries).toContainText('The endpoint did not accept it.');
  await expect(deliveries).toContainText('"status": "completed"');
  await expect(deliveries).toContainText('answered 500');
  await expect(deliveries).toContainText('out of order');
  await deliveries.getByRole('button', { name: 'Send Again' }).click();
  await expectToast(page, 'It is sent again');
  expect(fakeServer.requestsTo(`POST /api/webhooks/:id/deliveries/:id/repeat`)).toHaveLength(1);
});

test('a span of time is sent again part by part, and after a failure it goes on where it was', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const next = webhookIdOf(7);
  fakeServer.webhooksDesk.parts = [
    { body: { repeated: 10_000, hasMore: true, next } },
    { status: 409, body: { error: 'This endpoint is switched off.', code: 'webhook_off' } },
    { body: { repeated: 2_345, hasMore: false, next: null } },
  ];
  await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
  await dialog(page).getByText('Send a span of time again').click();
  await dialog(page).getByLabel('From').fill('2026-10-14T08:00');
  await dialog(page).getByLabel('Until').fill('2026-10-14T07:00');
  const button = dialog(page).getByRole('button', { name: 'Send Range Again' });
  await button.click();
  await expect(dialog(page)).toContainText('Choose an end after the beginning.');
  await dialog(page).getByLabel('Until').fill('2026-10-14T10:00');
  await dialog(page).getByLabel('Which').selectOption('Everything, also what was accepted');
  await button.click();
  await expect(dialog(page)).toContainText(
    'This endpoint is switched off. 10,000 deliveries are sent again. Press again to go on with the rest.',
  );
  await button.click();
  await expect(dialog(page).getByRole('status')).toHaveText('12,345 deliveries are sent again.');
  const span = await page.evaluate(() => ({
    from: new Date('2026-10-14T08:00').toISOString(),
    to: new Date('2026-10-14T10:00').toISOString(),
  }));
  const range = { ...span, which: 'all' };
  expect(fakeServer.requestsTo('POST /api/webhooks/:id/repeat').map(({ body }) => body)).toEqual([
    range,
    { ...range, after: next },
    { ...range, after: next },
  ]);
});

test('closing the dialog stops sending a span of time again, and a second run waits for the part on its way', async ({
  page,
  fakeServer,
}) => {
  const route = 'POST /api/webhooks/:id/repeat';
  fakeServer.webhooksDesk.parts = [
    { body: { repeated: 10_000, hasMore: true, next: webhookIdOf(7) } },
    { body: { repeated: 3, hasMore: false, next: null } },
  ];
  await page.goto(list);
  const open = async () => {
    await page.getByRole('button', { name: 'Deliveries of Practice software' }).click();
    await dialog(page).getByText('Send a span of time again').click();
  };
  await open();
  const release = fakeServer.hold(route);
  await dialog(page).getByRole('button', { name: 'Send Range Again' }).click();
  await fakeServer.untilRequested(route, 1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await open();
  await expect(dialog(page).getByRole('button', { name: 'Sending...' })).toBeDisabled();
  release();
  await expectToast(page, 'Sending again was stopped', '10,000 deliveries are sent again. The rest is not.');
  await dialog(page).getByRole('button', { name: 'Send Range Again' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('3 deliveries are sent again.');
  // The second is a new run from the beginning: the first has sent one part.
  const bodies = fakeServer.requestsTo(route).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).not.toHaveProperty('after');
});

test('what is sent meanwhile is shown at once, and an open delivery is read again only when it has changed', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
  const deliveries = dialog(page).getByRole('list', { name: 'Deliveries' });
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await deliveries.locator('summary').last().click();
  await expect(deliveries).toContainText('answered 204');
  await expect(deliveries.locator('> li')).toHaveCount(3);
  await expect(deliveries).toContainText('A call is over');
  fakeServer.webhooksDesk.deliveries = [
    deliveryOf(4, { type: 'webhook.test' }),
    ...fakeServer.webhooksDesk.deliveries,
  ];
  fakeServer.emit({ type: 'list.changed', list: 'webhooks' });
  await expect(deliveries.locator('> li')).toHaveCount(4);
  await expect(deliveries).toContainText('A test event');
  const reads = () => fakeServer.requestsTo('GET /api/webhooks/:id/deliveries/:id').length;
  expect(reads()).toBe(1);
  fakeServer.webhooksDesk.deliveries = fakeServer.webhooksDesk.deliveries.map((one) =>
    one.id === deliveryOf(1).id ? { ...one, attempts: 2 } : one,
  );
  fakeServer.emit({ type: 'list.changed', list: 'webhooks' });
  await expect.poll(reads).toBe(2);
});

test.describe('with several pages loaded', () => {
  const route = 'GET /api/webhooks/:id/deliveries';
  const itemsOf = (page: Page) => dialog(page).getByRole('list', { name: 'Deliveries' }).locator('> li');
  const more = (page: Page) => dialog(page).getByRole('button', { name: 'Load More' });

  /** So many of 45 deliveries, with a clock that stands still: a slow machine may need longer than the ten seconds. */
  async function loaded(page: Page, fakeServer: FakeServer, counts: readonly number[]): Promise<void> {
    fakeServer.webhooksDesk.deliveries = Array.from({ length: 45 }, (_, n) => deliveryOf(45 - n));
    await page.clock.install();
    await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
    await expect(itemsOf(page)).toHaveCount(20);
    await expect.poll(() => fakeServer.streamCount).toBe(1);
    await settled(page, fakeServer);
    for (const count of counts) {
      await more(page).click();
      await expect(itemsOf(page)).toHaveCount(count);
    }
    await settled(page, fakeServer);
    await stopTheClock(page);
  }

  /** Something is new, and one was sent again and has failed. */
  function sendMore({ webhooksDesk }: FakeServer, news: number, failed: number): void {
    const before = webhooksDesk.deliveries;
    webhooksDesk.deliveries = [
      ...Array.from({ length: news }, (_, n) =>
        deliveryOf(before.length + news - n, { type: 'webhook.test' }),
      ),
      ...before.map((one) => (one.id === deliveryOf(failed).id ? { ...one, state: 'failed' as const } : one)),
    ];
  }

  test('notices make the page ask for the first page alone, and once, a little later, for what changed further down', async ({
    page,
    fakeServer,
  }) => {
    await loaded(page, fakeServer, [40, 45]);
    const items = itemsOf(page);
    const further = () => fakeServer.requestsTo(route).filter(({ url }) => url.includes('after=')).length;
    const before = further();
    sendMore(fakeServer, 1, 1);
    for (let notice = 0; notice < 5; notice += 1) fakeServer.emit({ type: 'list.changed', list: 'webhooks' });
    await soon(page, () => items.count()).toBe(46);
    await expect(items.first()).toContainText('A test event');
    await expect(items.last()).toContainText('Accepted');
    expect(further()).toBe(before);
    await page.clock.runFor(10_000);
    await soon(page, () => items.last().innerText()).toContain('Given up');
    await expect(items).toHaveCount(46);
    expect(further()).toBe(before + 2);
    // More than a page holds: all pages are asked for at once, or those between would be missing.
    sendMore(fakeServer, 21, 2);
    fakeServer.emit({ type: 'list.changed', list: 'webhooks' });
    await soon(page, () => items.count()).toBe(60);
    expect(further()).toBe(before + 4);
  });

  test('what changed further down is shown too where one more page was being loaded when it was due', async ({
    page,
    fakeServer,
  }) => {
    await loaded(page, fakeServer, [40]);
    const items = itemsOf(page);
    sendMore(fakeServer, 1, 6);
    fakeServer.emit({ type: 'list.changed', list: 'webhooks' });
    await soon(page, () => items.count()).toBe(41);
    const asked = fakeServer.requestsTo(route).length;
    const release = fakeServer.hold(route);
    await more(page).click();
    await soon(page, () => fakeServer.requestsTo(route).length).toBe(asked + 1);
    await page.clock.runFor(10_000);
    release();
    await soon(page, () => items.count()).toBe(46);
    await soon(page, () => items.nth(40).innerText()).toContain('Given up');
  });
});

test('without endpoints the card says what they are for; with 20 none is added; a list that fails can be asked for again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.webhooksDesk.endpoints = [];
  await page.goto(list);
  await expect(card(page)).toContainText('No endpoints yet.');
  fakeServer.webhooksDesk.endpoints = Array.from({ length: 20 }, (_, n) => webhookOf(n, `Program ${n}`));
  await page.reload();
  await expect(card(page)).toContainText('There are 20 endpoints, which is the most. Delete one first.');
  await expect(page.getByRole('button', { name: 'New Endpoint' })).toBeDisabled();
  fakeServer.respondWith('GET /api/webhooks', {
    status: 403,
    body: { error: 'Not now.', code: 'forbidden' },
  });
  await page.reload();
  await expect(card(page)).toContainText('Failed to load the webhooks');
  await expect(card(page).getByRole('button', { name: 'Retry' })).toBeVisible();
});

test.describe('accessibility', () => {
  test.describe.configure({ timeout: 180_000 });
  const twoLooks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];

  test('the endpoints and their dialogs are accessible', async ({ page }) => {
    await page.goto(list);
    await expect(row(page, 'Practice software')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${list}?dialog=new-webhook`);
    await expect(dialog(page)).toContainText('Choose All');
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
    await page.goto(`${list}?dialog=deliveries:${webhookIdOf(2)}`);
    await dialog(page).getByRole('list', { name: 'Deliveries' }).locator('summary').last().click();
    await expect(dialog(page)).toContainText('answered 204');
    await dialog(page).getByText('Send a span of time again').click();
    await expect(dialog(page).getByRole('button', { name: 'Send Range Again' })).toBeVisible();
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  });
});
