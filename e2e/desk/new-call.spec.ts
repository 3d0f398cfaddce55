import type { Page } from '@playwright/test';
import { callIdOf, dental, kuzco, night, templateIdOf, templateOf } from './fake-server/data.ts';
import { choose, coloursNamed, expectToast, idempotencyKeysSentBy, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const number = '+15005550010';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New Call' });
const instructions = (page: Page) => page.getByLabel('Instructions');
const submit = (page: Page) => page.locator('form button[type=submit]');

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agents = [kuzco, dental, night];
  fakeServer.templates = {
    'gs-dental': [
      templateOf(1, { name: 'Reminder' }),
      templateOf(2, { name: 'Plain', prompt: 'Say hello.', placeholders: {} }),
    ],
    kuzco: [],
  };
});

async function openForm(page: Page): Promise<void> {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
}

async function fillIn(page: Page, words = 'Say hello.'): Promise<void> {
  await choose(page, 'Select Agent', 'Kuzco');
  await page.getByLabel('Phone Number').fill(number);
  await instructions(page).fill(words);
}

test('the form offers the agents with their badges and names', async ({ page }) => {
  await openForm(page);
  await expect(page.getByLabel('Select Agent')).toHaveText('Choose an agent...');
  await page.getByLabel('Select Agent').click();
  await expect(page.getByRole('option')).toHaveText(['KKuzco', 'GGS Dental', 'Nnight desk']);
  const colours = await page
    .getByRole('option')
    .locator('[aria-hidden=true]')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color));
  expect(colours).toEqual(await coloursNamed(page, ['--blue', '--green', '--grey']));
});

test('an agent without a name is shown by its id', async ({ page, fakeServer }) => {
  fakeServer.agents = [{ ...night, displayName: '' }];
  await openForm(page);
  await page.getByLabel('Select Agent').click();
  await expect(page.getByRole('option')).toHaveText(['Nnight-desk']);
});

test('the fields have their labels, placeholders and hints', async ({ page }) => {
  await openForm(page);
  const phone = page.getByLabel('Phone Number');
  await expect(phone).toHaveAttribute('type', 'tel');
  await expect(phone).toHaveAttribute('required', '');
  await expect(phone).toHaveAttribute('placeholder', '+1234567890');
  await expect(phone).toHaveAccessibleDescription('International format, e.g. +1234567890.');
  await expect(instructions(page)).toHaveAttribute('rows', '3');
  await expect(instructions(page)).toHaveAccessibleDescription('Custom instructions for this call.');
  await expect(phone).toHaveValue('');
  await expect(instructions(page)).toHaveValue('');
});

test('the form shows the number the call will come from', async ({ page }) => {
  await openForm(page);
  await choose(page, 'Select Agent', 'GS Dental');
  await expect(page.getByLabel('Select Agent')).toHaveAccessibleDescription(
    'The call comes from +15005550006.',
  );
});

test('the button says what is missing, or what it does', async ({ page }) => {
  await openForm(page);
  await expect(submit(page)).toHaveText('Select an agent to call');
  await expect(submit(page)).toBeDisabled();
  await choose(page, 'Select Agent', 'Kuzco');
  await expect(submit(page)).toHaveText('Place Call');
  await expect(submit(page)).toBeDisabled();
  await instructions(page).fill('   ');
  await expect(submit(page)).toBeDisabled();
  await instructions(page).fill('Say hello.');
  await expect(submit(page)).toBeEnabled();
});

test('without an agent nothing is sent, not even by Enter', async ({ page, fakeServer }) => {
  await openForm(page);
  await instructions(page).fill('Say hello.');
  await page.getByLabel('Phone Number').fill(number);
  await page.getByLabel('Phone Number').press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(0);
});

test('an empty phone number is refused with a message of the page, not of the browser', async ({
  page,
  fakeServer,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.getByLabel('Phone Number').fill('');
  await submit(page).click();
  await expect(page.locator('form')).toHaveAttribute('novalidate', '');
  const box = dialog(page).getByRole('alert');
  await expect(box).toContainText('Call Failed');
  await expect(box).toContainText('Enter a phone number in international format, e.g. +1234567890.');
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await page.getByLabel('Phone Number').fill('+');
  await expect(box).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(0);
});

for (const pasted of ['+1 (500) 555-0010', '+1 500 555 0010', '+1.500.555.0010', ' +1–500–555–0010 ']) {
  test(`a number pasted as "${pasted}" is accepted`, async ({ page, fakeServer }) => {
    await openForm(page);
    await fillIn(page);
    await page.getByLabel('Phone Number').fill(pasted);
    await submit(page).click();
    await expectToast(page, `Call to ${number} initiated successfully!`);
    expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toMatchObject({
      phoneNumber: number,
    });
  });
}

test('a number that looks incomplete gets a hint and is sent anyway', async ({ page, fakeServer }) => {
  await openForm(page);
  await fillIn(page);
  const phone = page.getByLabel('Phone Number');
  await phone.fill('+1234567890');
  await expect(phone).not.toHaveAccessibleDescription(/incomplete/);
  await phone.blur();
  await expect(phone).toHaveAccessibleDescription(/This number looks incomplete\./);
  await submit(page).click();
  await expectToast(page, 'Call to +1234567890 initiated successfully!');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(1);
});

test('a placed call closes the form, says so and shows in the list', async ({ page, fakeServer }) => {
  const release = fakeServer.hold('POST /api/twilio/:id/call');
  await openForm(page);
  await fillIn(page, 'Say hello.\nAsk about parking.');
  await submit(page).click();
  await expect(submit(page)).toHaveText('Calling...');
  await expect(submit(page)).toBeDisabled();
  release();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'New Call' })).toBeFocused();
  const [request] = fakeServer.requestsTo('POST /api/twilio/:id/call');
  expect(request?.url).toBe('/api/twilio/kuzco/call');
  expect(request?.body).toEqual({ phoneNumber: number, message: 'Say hello.\nAsk about parking.' });
});

for (const how of ['Cancel', 'Escape'] as const) {
  test(`${how} closes the form, and it opens empty again`, async ({ page }) => {
    await openForm(page);
    await fillIn(page);
    if (how === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
    else {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
    }
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New Call' })).toBeFocused();
    await page.getByRole('button', { name: 'New Call' }).click();
    await expect(instructions(page)).toHaveValue('');
  });
}

test("a refused call shows the server's message and keeps the input", async ({
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
  await openForm(page);
  await fillIn(page);
  await submit(page).click();
  const box = dialog(page).getByRole('alert');
  await expect(box).toContainText('Call Failed');
  await expect(box).toContainText(sentence);
  await expect(page.getByLabel('Phone Number')).toHaveValue(number);
  await expect(instructions(page)).toHaveValue('Say hello.');
  await expect(page.getByLabel('Select Agent')).toContainText('Kuzco');
});

test('P318: a number that is being erased cannot be called, and the form says when it can', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const sentence =
    'Everything that is stored about this number is being erased, so it cannot be called at this moment. Try again in a few minutes.';
  fakeServer.respondWith('POST /api/twilio/:id/call', {
    status: 409,
    body: { error: sentence, code: 'being_erased' },
  });
  await openForm(page);
  await fillIn(page);
  await submit(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText(sentence);
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/This number cannot be called/);
  await expect(page.getByLabel('Phone Number')).toHaveValue(number);
});

test('a call refused without JSON shows the status line', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 502/);
  fakeServer.respondWith('POST /api/twilio/:id/call', { status: 502, body: 'Bad Gateway' });
  await openForm(page);
  await fillIn(page);
  await submit(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('HTTP 502: Bad Gateway');
});

test('a failure after the form was closed is shown as a toast', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/);
  const release = fakeServer.hold('POST /api/twilio/:id/call', {
    status: 502,
    body: { error: 'The carrier refused the call.', code: 'carrier_refused' },
  });
  await openForm(page);
  await fillIn(page);
  await submit(page).click();
  await expect.poll(() => fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  release();
  await expectToast(page, 'Failed to initiate call. Please try again.', 'The carrier refused the call.');
});

test('a call is placed by keyboard alone', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Select Agent')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Kuzco' })).toBeFocused();
  // Lists move the focus after the key event, so the next key waits for it.
  await page.keyboard.press('g');
  await expect(page.getByRole('option', { name: 'GS Dental' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Select Agent')).toContainText('GS Dental');
  await expect(page.getByLabel('Select Agent')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(number);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Template (Optional)')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'No template' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Reminder' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Template (Optional)')).toContainText('Reminder');
  await expect(page.getByLabel('Template (Optional)')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Patient Name')).toBeFocused();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await expectToast(page, `Call to ${number} initiated successfully!`);
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toEqual({
    phoneNumber: number,
    message: 'Remind Ann of the appointment on Tuesday.',
    templateId: templateIdOf(1),
  });
});

test('a definite response ends an idempotency key; after a network failure it is repeated', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429|status of 502|net::ERR/);
  const route = 'POST /api/twilio/:id/call';
  const keys = idempotencyKeysSentBy(page);
  const refusal = { status: 429, body: { error: 'Too many calls.', code: 'too_many_calls' } };
  await openForm(page);
  await fillIn(page);
  for (const [instead, sentence] of [
    ['disconnect', 'Could not reach the server.'],
    [{ status: 502, body: 'a gateway without an answer' }, 'HTTP 502'],
    [refusal, 'Too many calls.'],
    [refusal, 'Too many calls.'],
  ] as const) {
    fakeServer.respondWith(route, instead);
    await submit(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText(sentence);
    await expect(submit(page)).toHaveText('Place Call');
    fakeServer.resetResponse(route);
  }
  await submit(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(keys.every((key) => typeof key === 'string' && key.length >= 16)).toBe(true);
  const [first, second, third, fourth, fifth] = keys;
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, fourth, fifth]).size).toBe(3);
  expect(keys).toHaveLength(5);
});

test('the standalone screen has its own headings and returns to the list', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents/new');
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Call' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Make a Call' })).toBeVisible();
  await fillIn(page);
  await submit(page).click();
  await expectToast(page, `Call to ${number} initiated successfully!`);
  await expect(page).toHaveURL('/app/voice-agents');
  await expect(rows(page).first().getByRole('link')).toHaveAttribute(
    'href',
    `/app/voice-agents/${callIdOf(501)}`,
  );
  await page.goto('/app/voice-agents/new');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/app/voice-agents');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(1);
});
