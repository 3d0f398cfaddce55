import type { Locator, Page } from '@playwright/test';
import { dental, kuzco, templateOf } from './fake-server/data.ts';
import { choose } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const number = '+15005550010';
const instructions = (page: Page) => page.getByLabel('Instructions');
const phone = (page: Page) => page.getByLabel('Phone Number');
const submit = (page: Page) => page.locator('form button[type=submit]');
const box = (page: Page) => page.locator('form').getByRole('alert');

const prompt = 'Remind <Patient Name> of <Day>, <Time>, <Place>, <Doctor>, <Reason> and <Fee>.';

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agents = [kuzco, dental];
  fakeServer.templates = {
    'gs-dental': [templateOf(1, { name: 'Reminder', prompt, placeholders: {} })],
    kuzco: [],
  };
});

/** Completely inside the viewport, and not covered. */
async function expectVisible(locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 });
  const isUncovered = () =>
    locator.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && element.contains(hit);
    });
  // The page may still be scrolling to what gets the focus.
  await expect.poll(isUncovered).toBe(true);
}

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 720 },
]) {
  for (const place of ['/app/voice-agents', '/app/voice-agents/new']) {
    test(`at ${size.width} × ${size.height} on ${place} every error of the New Call form is in view`, async ({
      page,
      fakeServer,
      expectedErrors,
    }) => {
      expectedErrors.push(/status of 409/);
      await page.setViewportSize(size);
      await page.goto(place);
      if (place === '/app/voice-agents') await page.getByRole('button', { name: 'New Call' }).click();
      await choose(page, 'Select Agent', 'GS Dental');
      await choose(page, 'Template (Optional)', 'Reminder');

      await submit(page).click();
      await expectVisible(box(page));
      await expect(phone(page)).toBeFocused();
      await expectVisible(phone(page));
      await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(phone(page)).toHaveAccessibleDescription(/^A phone number is required\./);

      await phone(page).fill(number);
      await expect(phone(page)).not.toHaveAttribute('aria-invalid');
      await submit(page).click();
      await expectVisible(box(page));
      await expect(page.getByLabel('Patient Name')).toBeFocused();
      await expectVisible(page.getByLabel('Patient Name'));
      for (const name of ['Patient Name', 'Day', 'Time', 'Place', 'Doctor', 'Reason', 'Fee']) {
        await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription('Fill in a value.');
      }
      for (const name of ['Patient Name', 'Day', 'Time', 'Place', 'Doctor', 'Reason', 'Fee'])
        await page.getByLabel(name, { exact: true }).fill('x');

      const error = 'This number asked not to be called again.';
      fakeServer.respondWith('POST /api/twilio/:id/call', {
        status: 409,
        body: { error, code: 'do_not_call' },
      });
      await submit(page).click();
      await expect(box(page)).toContainText(error);
      await expectVisible(box(page));
      await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(phone(page)).toHaveAccessibleDescription(/^This number cannot be called\./);
    });
  }
}

test('instructions that are refused for their language are marked, with the error at the field', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'Kuzco');
  await phone(page).fill(number);
  await instructions(page).fill('Sag hallo.');
  const error = 'The scripted agent only understands instructions in English.';
  fakeServer.respondWith('POST /api/twilio/:id/call', {
    status: 422,
    body: { error, code: 'instructions_not_english' },
  });
  await submit(page).click();
  await expect(box(page)).toContainText(error);
  await expect(instructions(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(instructions(page)).toHaveAccessibleDescription(
    /^The scripted agent only understands English\./,
  );
  await expect(phone(page)).not.toHaveAttribute('aria-invalid');
  await instructions(page).fill('Say hello.');
  await expect(instructions(page)).not.toHaveAttribute('aria-invalid');
});

test('characters are counted while typing, and too many are reported before anything is sent', async ({
  page,
  fakeServer,
}) => {
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'Kuzco');
  await phone(page).fill(number);
  await instructions(page).fill('Say hello.');
  await expect(page.getByText('10 / 8,000', { exact: true })).toBeVisible();
  await instructions(page).fill('x'.repeat(8_000));
  await expect(page.getByText('8,000 / 8,000', { exact: true })).toBeVisible();
  await expect(instructions(page)).not.toHaveAttribute('aria-invalid');
  await instructions(page).press('End');
  await instructions(page).pressSequentially('yz');
  await expect(instructions(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(instructions(page)).toHaveAccessibleDescription(/^At most 8,000 characters: 2 too many\./);
  await submit(page).click();
  await expect(box(page)).toContainText('Instructions may have at most 8000 characters.');
  await expect(instructions(page)).toBeFocused();
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toEqual([]);
});

test('agents that cannot be loaded are reported at the field, with a Retry', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/agents', {
    status: 500,
    body: { error: 'No agents today.', code: 'internal' },
  });
  await page.goto('/app/voice-agents/new');
  const field = page.getByLabel('Select Agent');
  await expect(field).toBeDisabled();
  await expect(field).toHaveAccessibleDescription('The agents could not be loaded. No agents today.');
  fakeServer.resetResponse('GET /api/agents');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(field).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('a dropdown that cannot be opened says why', async ({ page, fakeServer }) => {
  fakeServer.agents = [];
  const release = fakeServer.hold('GET /api/agents');
  await page.goto('/app/voice-agents/new');
  const field = page.getByLabel('Select Agent');
  await expect(field).toBeDisabled();
  await expect(field).toHaveAccessibleDescription('Loading agents...');
  release();
  await expect(field).toHaveAccessibleDescription('There are no agents yet. Ask your administrator.');
  await expect(field).toBeDisabled();
});

test('markers left over after a change of agent or template are reported, and nothing is blocked', async ({
  page,
  fakeServer,
}) => {
  const hint = 'Custom instructions for this call.';
  const left = 'Not filled in: <Name>. The agent is given the text as it stands.';
  fakeServer.templates = {
    'gs-dental': [templateOf(1, { name: 'Hello', prompt: 'Hi <Name>', placeholders: {} })],
  };
  await page.goto('/app/voice-agents/new');
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Hello');
  // The template asks for it; there is nothing left over yet.
  await expect(page.getByText('Not filled in')).toHaveCount(0);
  await choose(page, 'Template (Optional)', 'No template');
  await expect(instructions(page)).toHaveAccessibleDescription(`${left} ${hint}`);
  await choose(page, 'Template (Optional)', 'Hello');
  await expect(page.getByText('Not filled in')).toHaveCount(0);
  await choose(page, 'Select Agent', 'Kuzco');
  await expect(instructions(page)).toHaveAccessibleDescription(`${left} ${hint}`);
  await phone(page).fill(number);
  await instructions(page).fill('Hi Ann');
  await expect(instructions(page)).toHaveAccessibleDescription(hint);
  await instructions(page).fill('Hi <Name>');
  await submit(page).click();
  await expect(page).toHaveURL('/app/voice-agents');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toEqual({
    phoneNumber: number,
    message: 'Hi <Name>',
  });
});

test('on a slow connection New Call opens within two frames, and the form focuses its first field', async ({
  page,
}) => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/new-call-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/app/voice-agents');
  const button = page.getByRole('button', { name: 'New Call' });
  await button.hover();
  // 33 ms on a machine that draws 60 frames a second; counted in frames, so that a busy machine changes nothing.
  const opened = await button.evaluate(async (element) => {
    (element as HTMLElement).click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.querySelector('[role=dialog]') !== null;
  });
  expect(opened).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'New Call' });
  await expect(dialog).toContainText('Loading...');
  release();
  await expect(page.getByLabel('Select Agent')).toBeFocused();
});

test('a form that fails to load is reported, and loaded when it is available', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/);
  await page.goto('/app/voice-agents');
  // A server that answered without this file would have another release, and the page would be reloaded.
  const unreachable = ['**/assets/new-call-*.js', '**/healthz'];
  for (const path of unreachable) await page.route(path, (route) => route.abort());
  await page.getByRole('button', { name: 'New Call' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Call' });
  await expect(dialog.getByRole('alert')).toContainText('The form could not be loaded.');
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  for (const path of unreachable) await page.unroute(path);
  await expect(page.getByLabel('Select Agent')).toBeFocused();
});
