import { stepOf } from './campaign-pages.ts';
import { recipientOf } from './fake-server/campaigns-desk.ts';
import { callOf, dental, kuzco, night, organizationOf } from './fake-server/data.ts';
import { choose, expectToast, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const hint = 'International format, e.g. +1234567890.';

for (const [typed, dialled] of [
  ['(555) 123-4567', '+15551234567'],
  ['0049 30 123456', '+4930123456'],
  ['011 49 30 123456', '+4930123456'],
] as const) {
  test(`in the United States ${typed} is accepted, and shown as it will be dialled`, async ({
    page,
    fakeServer,
  }) => {
    fakeServer.country = 'US';
    await page.goto('/app/voice-agents/new');
    await choose(page, 'Select Agent', 'Kuzco');
    const phone = page.getByLabel('Phone Number');
    await phone.fill(typed);
    await expect(phone).toHaveAccessibleDescription(`Will be dialled as ${dialled} ${hint}`);
    await page.getByLabel('Instructions').fill('Say hello.');
    await page.getByRole('button', { name: 'Place Call' }).click();
    await expectToast(page, `Call to ${dialled} initiated successfully!`);
    expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toMatchObject({
      phoneNumber: dialled,
    });
  });
}

test('the country is that of the number the call comes from', async ({ page, fakeServer }) => {
  fakeServer.country = 'US';
  fakeServer.agents = [kuzco, { ...kuzco, id: 'berlin', displayName: 'Berlin', phoneNumber: '+4930123456' }];
  await page.goto('/app/voice-agents/new');
  await page.getByLabel('Phone Number').fill('0170 1234567');
  await expect(page.getByText('Will be dialled as')).toHaveCount(0);
  await choose(page, 'Select Agent', 'Berlin');
  await expect(page.getByText('Will be dialled as +491701234567')).toBeVisible();
});

test('without a country a national number is refused', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents/new');
  // Without a caller id there is no country.
  fakeServer.agents = [{ ...kuzco, phoneNumber: null }];
  await page.reload();
  await choose(page, 'Select Agent', 'Kuzco');
  await page.getByLabel('Phone Number').fill('(555) 123-4567');
  await page.getByLabel('Instructions').fill('Say hello.');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText(
    'Enter a phone number in international format, e.g. +1234567890.',
  );
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toEqual([]);
});

test('numbers are grouped with margins: as text and when copied they have no spaces', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(9)];
  await page.goto('/app/voice-agents');
  const shown = rows(page).getByText('+15005551009', { exact: true });
  await expect(shown).toHaveText('+15005551009');
  const gaps = await shown
    .locator('span')
    .evaluateAll((groups) =>
      groups.map((group) => [group.textContent, Number.parseFloat(getComputedStyle(group).marginLeft) > 0]),
    );
  expect(gaps).toEqual([
    ['+1', false],
    ['500', true],
    ['555', true],
    ['1009', true],
  ]);
  await rows(page).getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('+15005551009');
  const copied = await heading.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(copied).toBe('+15005551009');
});

test('an agent without a number of its own calls from the country of the organization', async ({
  page,
  fakeServer,
}) => {
  fakeServer.country = 'US';
  fakeServer.organization = organizationOf({ country: 'DE' });
  fakeServer.agents = [night];
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'night desk');
  await page.getByLabel('Phone Number').fill('030 123456');
  await expect(page.getByText('Will be dialled as +4930123456')).toBeVisible();
});

test('the country of the number for a test call is that of the number the agent calls from', async ({
  page,
  fakeServer,
}) => {
  fakeServer.country = 'US';
  fakeServer.agents = [kuzco, { ...dental, phoneNumber: '+4930123456' }];
  fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'start'));
  await page.getByLabel('My Phone Number').fill('0170 1234567');
  await expect(page.getByText('Will be dialled as +491701234567')).toBeVisible();
  await page.getByRole('button', { name: 'Call Me' }).click();
  await expect(page.getByText('The agent is calling you.')).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/campaigns/:id/test-call').map(({ body }) => body)).toEqual([
    { phoneNumber: '+491701234567', row: 2 },
  ]);
});
