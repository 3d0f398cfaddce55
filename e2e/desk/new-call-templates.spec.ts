import type { Page } from '@playwright/test';
import { templateIdOf, templateOf } from './fake-server/data.ts';
import { choose, expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const instructions = (page: Page) => page.getByLabel('Instructions');
const submit = (page: Page) => page.locator('form button[type=submit]');

test.beforeEach(async ({ fakeServer, page }) => {
  fakeServer.templates = {
    'gs-dental': [
      templateOf(1, { name: 'Reminder' }),
      templateOf(2, { name: 'Plain', prompt: 'Say hello.', placeholders: {} }),
    ],
    kuzco: [],
  };
  await page.goto('/app/voice-agents/new');
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
});

async function withReminder(page: Page): Promise<void> {
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Reminder');
}

test('templates are offered only when the agent has some', async ({ page }) => {
  await expect(page.getByLabel('Template (Optional)')).toHaveCount(0);
  await choose(page, 'Select Agent', 'Kuzco');
  await expect(page.getByLabel('Template (Optional)')).toHaveCount(0);
  await choose(page, 'Select Agent', 'GS Dental');
  const field = page.getByLabel('Template (Optional)');
  await expect(field).toHaveText('No template');
  await expect(field).toHaveAccessibleDescription(
    'Select a template to pre-fill the instructions, or leave empty to write custom instructions.',
  );
  await field.click();
  await expect(page.getByRole('option')).toHaveText(['No template', 'Reminder', 'Plain']);
});

test('a template fills the instructions, with its defaults filled in and empty markers kept', async ({
  page,
}) => {
  await withReminder(page);
  await expect(instructions(page)).toHaveValue('Remind <Patient Name> of the appointment on Tuesday.');
  await expect(instructions(page)).toHaveAccessibleDescription(
    'Template applied. You can modify the instructions below.',
  );
  const group = page.getByRole('group', { name: 'Template Placeholders *' });
  await expect(group.getByRole('textbox')).toHaveCount(2);
  await expect(group.getByLabel('Day')).toHaveValue('Tuesday');
  await expect(group.getByLabel('Patient Name')).toHaveAttribute('required', '');
  await expect(group).toHaveAccessibleDescription(
    'All placeholders are required. Fill in the values above to customize the template.',
  );
});

test('a template without placeholders asks for none', async ({ page }) => {
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Plain');
  await expect(instructions(page)).toHaveValue('Say hello.');
  await expect(page.getByText('Template Placeholders *')).toHaveCount(0);
});

test('an empty placeholder stops the call with a message that names it, and editing clears it', async ({
  page,
  fakeServer,
}) => {
  await withReminder(page);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Day').fill(' ');
  await submit(page).click();
  const box = page.getByRole('alert');
  await expect(box).toContainText('Call Failed');
  await expect(box).toContainText('Please fill in all required placeholders: Patient Name, Day');
  await expect(page.getByLabel('Patient Name')).toBeFocused();
  await page.getByLabel('Patient Name').fill('A');
  await expect(box).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(0);
});

test('editing a value generates the instructions again, replacing manual edits', async ({ page }) => {
  await withReminder(page);
  await instructions(page).fill('By hand.');
  await page.getByLabel('Patient Name').fill('Ann');
  await expect(instructions(page)).toHaveValue('Remind Ann of the appointment on Tuesday.');
  await page.getByLabel('Patient Name').fill('');
  await expect(instructions(page)).toHaveValue('Remind <Patient Name> of the appointment on Tuesday.');
});

test('on submit the markers left in the text are replaced by the values', async ({ page, fakeServer }) => {
  await withReminder(page);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Patient Name').fill('Ann');
  await instructions(page).fill('Ask <Patient Name> about <Day>, and keep <this one here>.');
  await submit(page).click();
  await expectToast(page, 'Call to +15005550010 initiated successfully!');
  expect(fakeServer.requestsTo('POST /api/twilio/:id/call')[0]?.body).toEqual({
    phoneNumber: '+15005550010',
    message: 'Ask Ann about Tuesday, and keep <this one here>.',
    templateId: templateIdOf(1),
  });
});

test("choosing 'No template' keeps the text", async ({ page }) => {
  await withReminder(page);
  await page.getByLabel('Patient Name').fill('Ann');
  await choose(page, 'Template (Optional)', 'No template');
  await expect(instructions(page)).toHaveValue('Remind Ann of the appointment on Tuesday.');
  await expect(page.getByText('Template Placeholders *')).toHaveCount(0);
  await expect(instructions(page)).toHaveAccessibleDescription('Custom instructions for this call.');
});

test("changing the agent goes back to 'No template'", async ({ page, fakeServer }) => {
  fakeServer.templates = {
    ...fakeServer.templates,
    kuzco: [templateOf(3, { agentId: 'kuzco', name: 'Other' })],
  };
  await page.reload();
  await withReminder(page);
  await choose(page, 'Select Agent', 'Kuzco');
  await expect(page.getByLabel('Template (Optional)')).toHaveText('No template');
  await expect(page.getByText('Template Placeholders *')).toHaveCount(0);
});

test('templates that cannot be loaded leave custom calls possible', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  fakeServer.respondWith('GET /api/templates/templates', {
    status: 500,
    body: { error: 'Templates are not available.', code: 'internal' },
  });
  await page.reload();
  const box = page.getByRole('alert');
  await expect(box).toContainText('Template Loading Failed');
  await expect(box).toContainText('Failed to fetch templates');
  await expect(box).toContainText('Templates are not available.');
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await instructions(page).fill('Say hello.');
  await submit(page).click();
  await expectToast(page, 'Call to +15005550010 initiated successfully!');
});

test('editing a value clears the box about templates that could not be loaded again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  await page.clock.install();
  await page.reload();
  await withReminder(page);
  // A stream that opens later would fetch what has failed once more, and show the box again.
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.respondWith('GET /api/templates/templates', {
    status: 500,
    body: { error: 'Templates are not available.', code: 'internal' },
  });
  // After five minutes a response is stale, and focusing the window fetches it again.
  await page.clock.fastForward('06:00');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert')).toContainText('Template Loading Failed');
  await page.getByLabel('Patient Name').fill('Ann');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a placeholder named by a space or with a line break has a field', async ({ page, fakeServer }) => {
  fakeServer.templates = {
    'gs-dental': [templateOf(3, { name: 'Odd', prompt: 'Call < > about <the\nvisit>.', placeholders: {} })],
  };
  await page.reload();
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Odd');
  const group = page.getByRole('group', { name: 'Template Placeholders *' });
  await expect(group.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('Phone Number').fill('+15005550010');
  await submit(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'Please fill in all required placeholders: Blank name < >, the ↵ visit',
  );
  await expect(group.getByLabel('Blank name < >')).toBeFocused();
  await group.getByLabel('Blank name < >').fill('Ann');
  await group.getByLabel('the ↵ visit').fill('Tuesday');
  await expect(instructions(page)).toHaveValue('Call Ann about Tuesday.');
});
