import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { callOf, dental } from './fake-server/data.ts';
import { choose, expectToast } from './fake-server/screen.ts';
import { limitSpending, unlimitedSpending } from './fake-server/spending-responses.ts';
import { expect, test } from './fake-server/test.ts';

const settings = '/app/settings/organization';
const card = (page: Page) => page.getByRole('region', { name: 'Spending Limits' });
const bar = (page: Page) => page.getByRole('complementary', { name: 'Spending limit' });
const cost = {
  ...{ currency: 'USD', told: null, tokens: { input: 2_150, output: 200 } },
  carrier: { micros: 14_000, state: 'final' as const },
  model: { micros: 1_180, state: 'final' as const },
};

test.beforeEach(({ fakeServer }) => {
  fakeServer.reportDesk.spending = unlimitedSpending;
});

test.describe('the page of a call', () => {
  const shown = (page: Page) => page.locator('dl > div', { has: page.getByText('Cost', { exact: true }) });

  test('P309: shows what it cost, and marks an estimate', async ({ page, fakeServer }) => {
    const estimated = { ...cost, carrier: { micros: 84_000, state: 'estimate' as const } };
    fakeServer.calls = [callOf(1, { cost }), callOf(2, { cost: estimated }), callOf(3, { cost: null })];
    await page.goto(`/app/voice-agents/${callOf(1)._id}`);
    await expect(shown(page)).toHaveText('Cost$0.0152');
    await page.goto(`/app/voice-agents/${callOf(2)._id}`);
    await expect(shown(page)).toHaveText('Cost$0.0852Estimate');
    await page.goto(`/app/voice-agents/${callOf(3)._id}`);
    await expect(page.getByText('Duration', { exact: true })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  });

  test('P309: shows what the carrier charged in a currency without a rate', async ({ page, fakeServer }) => {
    const carrier = { micros: 84_000, state: 'estimate' as const };
    fakeServer.calls = [callOf(1, { cost: { ...cost, carrier, told: { micros: 12_000, currency: 'EUR' } } })];
    await page.goto(`/app/voice-agents/${callOf(1)._id}`);
    await expect(shown(page)).toContainText('The carrier charged €0.012; there is no exchange rate.');
  });
});

test('P310: limits are entered beside what was spent, and saved as they are shown', async ({
  page,
  fakeServer,
}) => {
  await page.goto(settings);
  await expect(card(page)).toContainText('Today$4.22$0.31 of it is an estimate.');
  await expect(card(page)).toContainText('This month$61.84');
  await expect(card(page)).toContainText('$0.084 more is expected of calls that are up.');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toHaveCount(0);
  await page.getByLabel('Limit of a Day (USD)').fill('twenty');
  await save.click();
  await expect(page.getByText('Not saved: one mistake is marked above')).toBeVisible();
  await expect(card(page)).toContainText('A spending limit is a number from 0 to 1,000,000,000.');
  await expect(page.getByLabel('Limit of a Day (USD)')).toBeFocused();
  expect(fakeServer.requestsTo('PUT /api/spending/limits')).toHaveLength(0);
  await page.getByLabel('Limit of a Day (USD)').fill('20');
  await page.getByLabel('Limit of a Month (USD)').fill('300.50');
  await page.getByLabel('Exchange Rates').fill('EUR 1.08');
  await save.click();
  await expectToast(page, 'Spending limits saved');
  expect(fakeServer.requestsTo('PUT /api/spending/limits').map(({ body }) => body)).toEqual([
    {
      revision: 0,
      limits: {
        dayMicros: 20_000_000,
        monthMicros: 300_500_000,
        rates: [{ currency: 'EUR', micros: 1_080_000 }],
      },
    },
  ]);
  expect(fakeServer.requestsTo('PUT /api/organization')).toHaveLength(0);
  await expect(save).toHaveCount(0);
});

test('P344: one button saves the limits with the other settings of the page', async ({
  page,
  fakeServer,
}) => {
  await page.goto(settings);
  await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Dental Care West');
  await page.getByLabel('Limit of a Day (USD)').fill('20');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => fakeServer.requestsTo('PUT /api/spending/limits')).toHaveLength(1);
  await expect.poll(() => fakeServer.requestsTo('PUT /api/organization')).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test('P344: limits that are not saved are discarded, asked about and offered again', async ({ page }) => {
  await page.goto(settings);
  const day = page.getByLabel('Limit of a Day (USD)');
  await day.fill('20');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(day).toHaveValue('');
  await day.fill('25');
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(day).toHaveValue('25');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore What You Typed' }).click();
  await expect(day).toHaveValue('25');
});

test('P343: a limit without prices says that it holds late', async ({ page, fakeServer }) => {
  const { settings: before } = fakeServer.organization;
  const priced = (outboundPerMinute: number | null) => {
    const carrier = { ...before.prices.carrier, outboundPerMinute };
    const prices = { ...before.prices, carrier };
    fakeServer.organization = { ...fakeServer.organization, settings: { ...before, prices } };
  };
  const note = card(page).getByText('so a limit holds late');
  const limit = page.getByLabel('Limit of a Day (USD)');
  priced(14_000);
  await page.goto(settings);
  await limit.fill('20');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  await expect(note).toHaveCount(0);
  // Nothing that is not saved is left behind.
  await limit.fill('');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
  priced(null);
  await page.goto(settings);
  await expect(limit).toBeVisible();
  await expect(note).toHaveCount(0);
  await limit.fill('20');
  await expect(note).toBeVisible();
  await expectAccessible(page);
});

test('P311: whoever may not change the organization sees the figures and no button', async ({
  page,
  fakeServer,
}) => {
  fakeServer.claims = { parley: 'operator' };
  await page.goto(settings);
  await expect(card(page)).toContainText('This month$61.84');
  await expect(page.getByLabel('Limit of a Day (USD)')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test('P312: from 80 % on a bar says so on every screen, and leads to the limits', async ({
  page,
  fakeServer,
}) => {
  limitSpending(fakeServer, { dayMicros: 5_000_000, monthMicros: 300_000_000 });
  await page.goto('/app/voice-agents');
  await expect(bar(page)).toContainText('The spending limit of today is near. $4.30 of $5.00.');
  await bar(page).getByRole('link', { name: 'Open the limits' }).click();
  await expect(card(page)).toBeInViewport();
  limitSpending(fakeServer, { monthMicros: 60_000_000 });
  await page.reload();
  await expect(bar(page)).toContainText('The spending limit of this month is reached: no calls are placed.');
});

test('P312: nobody is warned below it, or without a limit', async ({ page, fakeServer }) => {
  limitSpending(fakeServer, { dayMicros: 6_000_000 });
  const asked = page.waitForResponse('**/api/spending');
  await page.goto('/app/voice-agents');
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('P312: the bar appears on a page that is open when a cost is counted', async ({ page, fakeServer }) => {
  const asked = page.waitForResponse('**/api/spending');
  await page.goto('/app/voice-agents');
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  limitSpending(fakeServer, { dayMicros: 5_000_000 });
  fakeServer.emit({ type: 'list.changed', list: 'spending' });
  await expect(bar(page)).toContainText('The spending limit of today is near.');
});

const refusal = {
  status: 409,
  body: {
    code: 'spending_limit_reached',
    error:
      'The spending limit of today is reached. Calls can be placed again tomorrow, or when an administrator raises the limit.',
  },
};

test('P313: New Call and Call Again say in words that the limit is reached', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  fakeServer.agents = [dental];
  fakeServer.calls = [callOf(1)];
  fakeServer.respondWith('POST /api/twilio/:id/call', refusal);
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill('Say hello.');
  await page.locator('form button[type=submit]').click();
  await expect(page.locator('form').getByRole('alert')).toContainText(refusal.body.error);
  await page.goto(`/app/voice-agents/${callOf(1)._id}`);
  await page.getByRole('button', { name: 'Call Again' }).click();
  await page.locator('form button[type=submit]').click();
  await expect(page.locator('form').getByRole('alert')).toContainText(refusal.body.error);
});

test('P314: the card and the bar are accessible, light and dark, wide and narrow', async ({
  page,
  fakeServer,
}) => {
  limitSpending(fakeServer, { dayMicros: 4_000_000 });
  await page.goto(settings);
  await expect(bar(page)).toBeVisible();
  await expectAccessible(page);
});

test('P315: a failure to load shows Retry', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/spending', {
    status: 500,
    body: { error: 'It broke.', code: 'internal' },
  });
  await page.goto(settings);
  await expect(card(page)).toContainText('Failed to load the spending');
  fakeServer.resetResponse('GET /api/spending');
  await card(page).getByRole('button', { name: 'Retry' }).click();
  await expect(card(page)).toContainText('This month$61.84');
});
