import type { Page } from '@playwright/test';
import { expectAccessible, type Look } from '../harness/axe.ts';
import { expect, test } from './fake-server/test.ts';

const reference = '/docs/api';
const route = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('routes are grouped and opened with what they need, take, answer and refuse, without signing in', async ({
  page,
  fakeServer,
}) => {
  fakeServer.respondWith('GET /api/auth/get-session', { body: 'null' });
  await page.goto(reference);
  await expect(page).toHaveTitle('API · Parley');
  await expect(page.getByRole('status')).toHaveText('2 routes, 1 event');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Calls', 'Agents', 'Webhook events']);
  await route(page, /POST \/api\/calls/).press('Enter');
  await expect(page).toHaveURL(`${reference}#createCall`);
  const calls = page.getByRole('region', { name: 'Calls', exact: true });
  await expect(calls).toContainText('Needs calls.place.');
  await expect(calls.getByRole('row', { name: /phoneNumber required/ })).toContainText(
    'at most 64 characters',
  );
  await expect(calls).toContainText('-H "Authorization: Bearer $PARLEY_KEY"');
  await expect(calls.getByRole('list', { name: 'Errors of createCall' })).toContainText(
    '422 idempotency_key_reused – The Idempotency-Key was used for another request.',
  );
  await expect(calls.getByRole('region', { name: 'Example of an answer of createCall' })).toContainText(
    'callId',
  );
  await route(page, /POST \/api\/calls/).press('Enter');
  await expect(calls).not.toContainText('Needs calls.place.');
  await expect(page).toHaveURL(reference);
});

test('a link to a route opens it, and the search finds routes by words, permission and code', async ({
  page,
}) => {
  await page.goto(`${reference}#listAgents`);
  await expect(page.getByRole('region', { name: 'Agents', exact: true })).toContainText('Needs agents.read.');
  const search = page.getByRole('searchbox', { name: 'Search the routes' });
  await search.fill('calls.place key_reused');
  await expect(page.getByRole('status')).toHaveText('1 route, 0 events');
  await expect(route(page, /POST \/api\/calls/)).toBeVisible();
  await search.fill('weather');
  await expect(page.getByText('No route has these words.')).toBeVisible();
});

test('events of webhooks stand below the routes, with their headers, fields, an example and what may be answered', async ({
  page,
}) => {
  await page.goto(`${reference}#call.ended`);
  const events = page.getByRole('region', { name: 'Webhook events', exact: true });
  await expect(events).toContainText('signed as Standard Webhooks 1.0.0 says');
  await expect(events.getByRole('row', { name: /webhook-signature required/ })).toBeVisible();
  await expect(events.getByRole('row', { name: /data\.callId/ })).toContainText('UUID');
  await expect(events.getByRole('region', { name: 'Example of call.ended' })).toContainText('completed');
  await expect(events.getByRole('list', { name: 'Answers to call.ended' })).toContainText(
    '410 – Send nothing any more.',
  );
  await expectAccessible(page, { looks: [{ theme: 'light', width: 360 }] });
  await page.getByRole('searchbox', { name: 'Search the routes' }).fill('event over');
  await expect(page.getByRole('status')).toHaveText('0 routes, 1 event');
});

test('routes that do not load come by themselves, or when asked again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  fakeServer.respondWith(
    'GET /api/openapi.json',
    { status: 503, body: { error: 'Later.', code: 'server_busy' } },
    1,
  );
  await page.goto(reference);
  await expect(page.getByRole('status')).toHaveText('2 routes, 1 event');
  expect(fakeServer.requestsTo('GET /api/openapi.json').length).toBeGreaterThan(1);
});

test('Settings ▸ Developers leads to the reference', async ({ page }) => {
  await page.goto('/app/settings/developers');
  await page.getByRole('link', { name: 'API Reference' }).click();
  await expect(page).toHaveURL(reference);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
});

test('the reference of the API is accessible', async ({ page }) => {
  test.setTimeout(180_000);
  const looks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  await page.goto(`${reference}#createCall`);
  await expect(page.getByRole('region', { name: 'Calls', exact: true })).toContainText('Needs calls.place.');
  await expectAccessible(page, { looks });
});
