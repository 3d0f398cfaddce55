import type { Page } from '@playwright/test';
import { callIdOf, callOf } from './fake-server/data.ts';
import {
  expectToast,
  focusIsIn,
  idempotencyKeysSentBy,
  menuButton,
  openMenu,
  rowOf,
  rows,
  soon,
  stopTheClock,
  toasts,
} from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const number = '+15005551002';

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.calls = [callOf(3), callOf(2, { instructions: 'Ask about\nparking.' }), callOf(1)];
});

test("'Call Again' calls the same party with the same instructions, and says so", async ({
  page,
  fakeServer,
}) => {
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  const [placed] = fakeServer.requestsTo('POST /api/twilio/:id/call');
  expect(placed?.url).toBe('/api/twilio/gs-dental/call');
  expect(placed?.body).toEqual({ phoneNumber: number, message: 'Ask about\nparking.' });
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menuButton(page, number).last()).toBeFocused();
});

test("'Call Again' on an inbound call calls the caller back", async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(2, { direction: 'inbound', from: '+4930123456', to: '+15005550006' })];
  await page.goto('/app/voice-agents');
  await (await openMenu(page, '+4930123456')).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(page, 'Call to +4930123456 initiated successfully!');
});

test("'Call Again' shows 'Initiating Call...' while busy, in a menu that stays open", async ({
  page,
  fakeServer,
}) => {
  const release = fakeServer.hold('POST /api/twilio/:id/call');
  await page.goto('/app/voice-agents');
  const menu = await openMenu(page, number);
  await menu.getByRole('menuitem', { name: 'Call Again' }).click();
  await expect(menu.getByRole('menuitem', { name: 'Initiating Call...' })).toBeDisabled();
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await openMenu(page, number);
  await expect(page.getByRole('menuitem', { name: 'Initiating Call...' })).toBeVisible();
  release();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('Call Again repeats the idempotency key of its row until there is a response, then uses a new one', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  const keys = idempotencyKeysSentBy(page);
  fakeServer.respondWith('POST /api/twilio/:id/call', 'disconnect');
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(
    page,
    'Failed to initiate call. Please try again.',
    'Could not reach the server. Check your connection and try again.',
  );
  fakeServer.resetResponse('POST /api/twilio/:id/call');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  // The first request got no response and may have dialled: the second must not dial again.
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await menuButton(page, number).last().click();
  await page.getByRole('menuitem', { name: 'Call Again' }).click();
  await expect.poll(() => new Set(keys).size).toBe(2);
});

test("a refused 'Call Again' is a toast with the server's message", async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const sentence = 'This number asked not to be called again.';
  fakeServer.respondWith('POST /api/twilio/:id/call', {
    status: 409,
    body: { error: sentence, code: 'do_not_call' },
  });
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Call Again' }).click();
  await expectToast(page, 'Failed to initiate call. Please try again.', sentence);
});

for (const [what, missing] of [
  ['agent', { agentId: null }],
  ['number', { to: null }],
  ['instructions', { instructions: null }],
  ['words in the instructions', { instructions: '  ' }],
] as const) {
  test(`'Call Again' is disabled without ${what}`, async ({ page, fakeServer }) => {
    fakeServer.calls = [callOf(2, missing)];
    await page.goto('/app/voice-agents');
    await rows(page).getByRole('button').click();
    await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeDisabled();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeEnabled();
  });
}

test("'Delete' asks nothing, says so when done, and fetches the list again", async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents');
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const asked = fakeServer.requestsTo('GET /api/calls').length;
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Delete' }).click();
  await expectToast(page, 'Call deleted successfully');
  await expect(rowOf(page, number)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  const [request] = fakeServer.requestsTo('DELETE /api/calls/:id');
  expect(request).toMatchObject({ url: `/api/calls/${callIdOf(2)}`, body: undefined });
  expect(request?.headers['content-type']).toBe('application/json');
  await expect.poll(() => fakeServer.requestsTo('GET /api/calls').length).toBeGreaterThan(asked);
  await expect(rowOf(page, '+15005551001').getByRole('link')).toBeFocused();
});

test("'Delete' shows 'Deleting...' while busy and removes nothing before the response", async ({
  page,
  fakeServer,
}) => {
  const release = fakeServer.hold('DELETE /api/calls/:id');
  await page.goto('/app/voice-agents');
  const menu = await openMenu(page, number);
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(menu.getByRole('menuitem', { name: 'Deleting...' })).toBeDisabled();
  await expect(page.getByText(number)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  release();
  await expectToast(page, 'Call deleted successfully');
  await expect(rowOf(page, number)).toHaveCount(0);
});

test("a refused 'Delete' leaves the call and says why", async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  const sentence = 'The call is still in progress. End it first.';
  fakeServer.respondWith('DELETE /api/calls/:id', {
    status: 409,
    body: { error: sentence, code: 'call_in_progress' },
  });
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Delete' }).click();
  await expectToast(page, 'Failed to delete call. Please try again.', sentence);
  await expect(rowOf(page, number)).toHaveCount(1);
});

test('the last call deleted leaves the empty list, with the focus on the heading', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(2)];
  await page.goto('/app/voice-agents');
  await (await openMenu(page, number)).getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the menu works by keyboard: arrows, typeahead, Escape', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents');
  // Its own button, once it is loaded: only then does a key lead to the first item.
  await expect(menuButton(page, number)).toHaveAttribute('data-state', 'closed');
  await menuButton(page, number).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menuButton(page, number)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Call deleted successfully');
  expect(fakeServer.requestsTo('DELETE /api/calls/:id')).toHaveLength(1);
});

test('the button of a row is there before its menu is loaded, and opens it then', async ({ page }) => {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/loaded-row-menu-*.js', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto('/app/voice-agents');
  await menuButton(page, numberOf(3)).press('Enter');
  await menuButton(page, number).focus();
  await expect(menuButton(page, numberOf(3))).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('menu')).toHaveCount(0);
  load();
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeVisible();
  await focusIsIn(page, 'menu');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menuButton(page, numberOf(3))).toBeFocused();
});

test('a menu that could not be loaded is asked for again by its button', async ({ page, expectedErrors }) => {
  expectedErrors.push(/net::ERR|dynamically imported/);
  let asked = 0;
  await page.route('**/assets/loaded-row-menu-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/app/voice-agents');
  await expect.poll(() => asked).toBeGreaterThan(1);
  await page.unroute('**/assets/loaded-row-menu-*.js');
  await expect(async () => {
    await menuButton(page, number).click();
    await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('typeahead in the menu is reset after one second', async ({ page }) => {
  await page.clock.install();
  await page.goto('/app/voice-agents');
  await menuButton(page, number).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await focusIsIn(page, 'menu');
  await stopTheClock(page);
  await page.keyboard.press('d');
  await page.clock.runFor(100);
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.clock.runFor(800);
  await page.keyboard.press('c');
  await page.clock.runFor(900);
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.clock.runFor(200);
  await page.keyboard.press('c');
  await page.clock.runFor(100);
  await expect(page.getByRole('menuitem', { name: 'Call Again' })).toBeFocused();
});

test('toasts stay 4 seconds, three at a time, 356 px wide and 14 px apart', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  fakeServer.calls = Array.from({ length: 6 }, (_, index) => callOf(6 - index));
  expectedErrors.push(/status of 409/);
  // A toast with a button stays longer.
  fakeServer.respondWith('DELETE /api/calls/:id', {
    status: 409,
    body: { error: 'The call is still in progress. End it first.', code: 'call_in_progress' },
  });
  await page.clock.install();
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(6);
  // Before the first: a slow machine needs longer for four deletions than a toast stays.
  await stopTheClock(page);
  for (const [index, n] of [6, 5, 4].entries()) {
    await deleteCall(page, n);
    await soon(page, async () => [await toasts(page).count(), await page.getByRole('menu').count()]).toEqual([
      index + 1,
      0,
    ]);
  }
  await deleteCall(page, 3);
  await page.mouse.move(0, 0);
  const newest = page.locator('[data-sonner-toast][data-front=true][data-mounted=true]');
  const shown = page.locator('[data-sonner-toast][data-visible=true]');
  let passed = 0;
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      passed += 20;
      return [await toasts(page).count(), await shown.count()];
    })
    .toEqual([4, 3]);
  expect((await newest.boundingBox())?.width).toBe(356);
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('style', /--gap: 14px/);
  await page.clock.runFor(3_900 - passed);
  await expect(newest).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(passed + 150);
  await expect(newest).toHaveAttribute('data-removed', 'true');
  await page.clock.runFor(250);
  await expect(toasts(page)).toHaveCount(0);
});

test('a deleted call can be brought back for ten seconds', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(3), callOf(2), callOf(1)];
  await page.clock.install();
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(3);
  // Before it is deleted: a slow machine may need some of the ten seconds.
  await stopTheClock(page);
  await deleteCall(page, 2);
  await page.mouse.move(0, 0);
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await soon(page, async () => [
    await undo.count(),
    await rowOf(page, numberOf(2)).count(),
    await page.getByRole('menu').count(),
  ]).toEqual([1, 0, 0]);
  await page.clock.runFor(9_000);
  await expect(undo).toBeVisible();
  await undo.click();
  await expect.poll(() => fakeServer.requestsTo('POST /api/calls/:id/restore').length).toBe(1);
  await soon(page, () => rowOf(page, numberOf(2)).count()).toBe(1);
});

const numberOf = (n: number) => `+1500555100${n}`;

async function deleteCall(page: Page, n: number): Promise<void> {
  await (await openMenu(page, numberOf(n))).getByRole('menuitem', { name: 'Delete' }).click();
}
