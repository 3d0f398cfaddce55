import type { Page } from '@playwright/test';
import { templateIdOf, templateOf } from './fake-server/data.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/templates';
const route = '/api/templates/templates';
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.templates = {
    'gs-dental': [
      templateOf(1, { name: 'Reminder' }),
      templateOf(2, {
        name: 'Recall',
        prompt: `${'Long words. '.repeat(60)}`,
        createdBy: null,
        placeholders: {},
      }),
    ],
    kuzco: [],
    'night-desk': [templateOf(3, { agentId: 'night-desk' })],
  };
});

test('the templates have their heading and a group for every agent', async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbound Task Templates');
  await expect(
    page.getByText('Manage your agent templates for outbound tasks', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['GGS Dental', 'KKuzco', 'Nnight-desk']);
  await expect(group(page, 'Kuzco').getByText('No templates yet', { exact: true })).toBeVisible();
  for (const name of ['GS Dental', 'Kuzco', 'night-desk']) {
    await expect(group(page, name).getByRole('button', { name: 'Add Template' })).toBeVisible();
  }
});

test('a template shows its name, its shortened prompt, and who created it if that is known', async ({
  page,
}) => {
  await page.goto(path);
  const reminder = group(page, 'GS Dental').getByRole('listitem').nth(0);
  const recall = group(page, 'GS Dental').getByRole('listitem').nth(1);
  await expect(reminder).toContainText('Reminder');
  await expect(reminder).toContainText('Remind <Patient Name> of the appointment on <Day>.');
  await expect(reminder).toContainText('Created by Ines Marchetti');
  await expect(recall).not.toContainText('Created by');
  const prompt = recall.getByText('Long words.');
  expect(await prompt.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect(reminder.getByRole('button', { name: 'Edit Reminder' })).toBeVisible();
  await expect(reminder.getByRole('button', { name: 'Delete Reminder' })).toBeVisible();
});

test("while they are loading the screen says 'Loading templates...'", async ({ page, fakeServer }) => {
  const release = fakeServer.hold(`GET ${route}`);
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading templates...' })).toBeVisible();
  release();
  await expect(group(page, 'Kuzco')).toBeVisible();
});

for (const [what, answer, sentence] of [
  ['a sentence', { status: 403, body: { error: 'Not for you.', code: 'forbidden' } }, 'Not for you.'],
  ['no JSON', { status: 502, body: 'Bad Gateway' }, 'HTTP 502: Bad Gateway'],
] as const) {
  test(`templates that fail with ${what} say 'Failed to fetch data', with a Retry`, async ({
    page,
    fakeServer,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of (403|502)/);
    // A stream that opens now would fetch the templates again, without the button.
    fakeServer.hold('GET /api/events');
    fakeServer.respondWith(`GET ${route}`, answer);
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
    await expect(page.getByRole('alert')).toContainText(sentence);
    fakeServer.resetResponse(`GET ${route}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(group(page, 'Kuzco')).toBeVisible();
  });
}

test('a new template asks for name and prompt and finds the placeholders', async ({ page, fakeServer }) => {
  const release = fakeServer.hold(`POST ${route}`);
  await page.goto(path);
  await group(page, 'Kuzco').getByRole('button', { name: 'Add Template' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Template' })).toBeVisible();
  await expect(page.getByLabel('Agent')).toHaveValue('Kuzco');
  await expect(page.getByLabel('Agent')).not.toBeEditable();
  await expect(page.getByLabel('Template Name *')).toBeFocused();
  await expect(page.getByText('Default Values for Placeholders')).toHaveCount(0);
  await expect(page.getByLabel('Prompt Message *')).toHaveAccessibleDescription(
    'Use <Placeholder Name> for dynamic values',
  );
  await page.getByLabel('Template Name *').fill('Check-in');
  await page.getByLabel('Prompt Message *').fill('Ask <Guest> about <Room> and <a b c d>.');
  const defaults = page.getByRole('group', { name: 'Default Values for Placeholders' });
  await expect(defaults.getByRole('textbox')).toHaveCount(2);
  await defaults.getByLabel('Room').fill('12');
  await page.getByRole('button', { name: 'Create Template' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(group(page, 'Kuzco').getByRole('listitem')).toContainText('Check-in');
  await expect(group(page, 'Kuzco').getByRole('button', { name: 'Add Template' })).toBeFocused();
  expect(fakeServer.requestsTo(`POST ${route}`)[0]?.body).toEqual({
    name: 'Check-in',
    prompt: 'Ask <Guest> about <Room> and <a b c d>.',
    agentId: 'kuzco',
    placeholders: { Guest: '', Room: '12' },
  });
  await expect.poll(() => fakeServer.requestsTo(`GET ${route}`).length).toBe(2);
});

test('a template without placeholders is sent without the field', async ({ page, fakeServer }) => {
  await page.goto(path);
  await group(page, 'Kuzco').getByRole('button', { name: 'Add Template' }).click();
  await page.getByLabel('Template Name *').fill('Hello');
  await page.getByLabel('Prompt Message *').fill('Say hello.');
  await page.getByRole('button', { name: 'Create Template' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(fakeServer.requestsTo(`POST ${route}`)[0]?.body).toEqual({
    name: 'Hello',
    prompt: 'Say hello.',
    agentId: 'kuzco',
  });
});

test('an edited template is sent without its agent', async ({ page, fakeServer }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Reminder' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Template' })).toBeVisible();
  await expect(page.getByLabel('Template Name *')).toHaveValue('Reminder');
  await expect(page.getByLabel('Day')).toHaveValue('Tuesday');
  await page.getByLabel('Prompt Message *').fill('Remind <Patient Name> at <Time>.');
  await page.getByLabel('Time').fill('ten');
  await page.getByRole('button', { name: 'Update Template' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const [request] = fakeServer.requestsTo(`PUT ${route}/:id`);
  expect(request?.url).toBe(`${route}/${templateIdOf(1)}`);
  expect(request?.body).toEqual({
    name: 'Reminder',
    prompt: 'Remind <Patient Name> at <Time>.',
    placeholders: { 'Patient Name': '', Time: 'ten' },
  });
  await expect(group(page, 'GS Dental')).toContainText('Remind <Patient Name> at <Time>.');
});

for (const [what, name, prompt] of [
  ['name', '  ', 'Say hello.'],
  ['prompt', 'Hello', ' \n'],
] as const) {
  test(`a blank ${what} is refused: 'Name and prompt are required'`, async ({ page, fakeServer }) => {
    await page.goto(path);
    await group(page, 'Kuzco').getByRole('button', { name: 'Add Template' }).click();
    await page.getByLabel('Template Name *').fill(name);
    await page.getByLabel('Prompt Message *').fill(prompt);
    await page.getByRole('button', { name: 'Create Template' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Name and prompt are required');
    expect(fakeServer.requestsTo(`POST ${route}`)).toHaveLength(0);
  });
}

test("a template for no agent is refused: 'No agent selected'", async ({ page, fakeServer }) => {
  fakeServer.templates = { '': [] };
  await page.goto(path);
  await page.getByRole('button', { name: 'Add Template' }).click();
  await page.getByLabel('Template Name *').fill('Hello');
  await page.getByLabel('Prompt Message *').fill('Say hello.');
  await page.getByRole('button', { name: 'Create Template' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('No agent selected');
  expect(fakeServer.requestsTo(`POST ${route}`)).toHaveLength(0);
});

for (const [what, answer, texts] of [
  [
    "the server's text",
    {
      status: 400,
      body: { error: 'A template name may have at most 120 characters.', code: 'invalid_request' },
    },
    ['A template name may have at most 120 characters.'],
  ],
  [
    "'Failed to save template' when there is none",
    { status: 502, body: 'Bad Gateway' },
    ['Failed to save template', 'HTTP 502: Bad Gateway'],
  ],
] as const) {
  test(`a template that cannot be saved shows ${what}`, async ({ page, fakeServer, expectedErrors }) => {
    expectedErrors.push(/status of (400|502)/);
    fakeServer.respondWith(`PUT ${route}/:id`, answer);
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByLabel('Template Name *').fill('Other');
    await page.getByRole('button', { name: 'Update Template' }).click();
    for (const text of texts) await expect(dialog(page).getByRole('alert')).toContainText(text);
    await expect(page.getByLabel('Template Name *')).toHaveValue('Other');
    await expect(page.getByRole('button', { name: 'Update Template' })).toBeEnabled();
  });
}

for (const how of ['Cancel', 'Escape'] as const) {
  test(`${how} closes the editor without saving`, async ({ page, fakeServer }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByLabel('Template Name *').fill('Other');
    if (how === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
    else {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
    }
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Edit Reminder' })).toBeFocused();
    expect(fakeServer.requestsTo(`PUT ${route}/:id`)).toHaveLength(0);
  });
}

test('deleting a template asks first', async ({ page, fakeServer }) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Delete Reminder' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Template' })).toBeVisible();
  await expect(dialog(page).getByText('Are you sure?', { exact: true })).toBeVisible();
  await expect(
    dialog(page).getByText('You are about to delete the template "Reminder". This action cannot be undone.', {
      exact: true,
    }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Reminder' })).toBeFocused();
  expect(fakeServer.requestsTo(`DELETE ${route}/:id`)).toHaveLength(0);
  await page.getByRole('button', { name: 'Delete Reminder' }).click();
  await page.getByRole('button', { name: 'Delete Template' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit Reminder' })).toHaveCount(0);
  expect(fakeServer.requestsTo(`DELETE ${route}/:id`)[0]?.url).toBe(`${route}/${templateIdOf(1)}`);
  await expect.poll(() => fakeServer.requestsTo(`GET ${route}`).length).toBe(2);
});

test("a template that cannot be deleted is a toast: 'Failed to delete template'", async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const sentence = 'This template does not exist any more.';
  fakeServer.respondWith(`DELETE ${route}/:id`, {
    status: 404,
    body: { error: sentence, code: 'template_not_found' },
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Delete Reminder' }).click();
  await page.getByRole('button', { name: 'Delete Template' }).click();
  await expectToast(page, 'Failed to delete template', sentence);
});

test('errors of a template are shown at their fields, and characters are counted', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await group(page, 'Kuzco').getByRole('button', { name: 'Add Template' }).click();
  const name = page.getByLabel('Template Name *');
  const prompt = page.getByLabel('Prompt Message *');
  await prompt.fill(Array.from({ length: 12 }, (_, n) => `<Value ${n}>`).join(' '));
  await expect(page.getByText('/ 8,000')).toBeVisible();
  await page.getByRole('button', { name: 'Create Template' }).click();
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Give the template a name.');
  await expect(prompt).not.toHaveAttribute('aria-invalid');
  await name.fill('x'.repeat(121));
  await expect(name).toHaveAccessibleDescription('At most 120 characters: one too many.');
});

test('OC2: outcome fields of a template are folded away, and sent only when somebody has changed them', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Add Template' }).first().click();
  const editor = dialog(page);
  await expect(editor.getByLabel('Use own outcome fields')).toHaveCount(0);
  await editor.getByLabel('Template Name *').fill('Insurance check');
  await editor.getByLabel('Prompt Message *').fill('Say hello.');
  await editor.getByRole('button', { name: 'Outcome fields' }).click();
  await expect(editor.getByText("The agent's fields are used.")).toBeVisible();
  await editor.getByLabel('Use own outcome fields').click();
  await editor.getByRole('button', { name: 'Add Field' }).click();
  await editor.getByRole('button', { name: 'Create Template' }).click();
  await expect(editor.getByLabel('Label *')).toBeFocused();
  await expect(editor.getByText('Give the field a name.').first()).toBeVisible();
  await editor.getByLabel('Label *').fill('Insurance');
  await editor.getByLabel('Type').selectOption('Choice');
  await editor.getByLabel('Choices').fill('Delta\nAetna');
  await editor.getByRole('button', { name: 'Create Template' }).click();
  await expect(editor).toHaveCount(0);
  const fields = [{ label: 'Insurance', type: 'choice', choices: ['Delta', 'Aetna'], required: false }];
  const [sent] = fakeServer.requestsTo('POST /api/templates/templates');
  expect(sent?.body).toMatchObject({ name: 'Insurance check', outcomeFields: fields });
  await page.getByRole('button', { name: 'Edit Insurance check' }).click();
  await expect(editor.getByLabel('Label *')).toHaveValue('Insurance');
  await editor.getByLabel('Prompt Message *').fill('Say goodbye.');
  await editor.getByRole('button', { name: 'Update Template' }).click();
  await expect(editor).toHaveCount(0);
  const [changed] = fakeServer.requestsTo('PUT /api/templates/templates/:id');
  expect(changed?.body).not.toHaveProperty('outcomeFields');
});
