import { expectAccessible } from '../harness/axe.ts';
import { contactOf, importOf } from './fake-server/contacts-desk.ts';
import { callIdOf, callOf, entryOf, liveCallOf, templateOf } from './fake-server/data.ts';
import { outcomeFieldOf, outcomeOf } from './fake-server/outcome-responses.ts';
import { choose, openMenu, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const words = [
  entryOf(0, 'Hello, this is the AI assistant of GS Dental.', { interrupted: true }),
  entryOf(1, 'A-very-long-word-without-any-place-to-break-'.repeat(4)),
  entryOf(2, 'Pressed 1', { speaker: 'system' }),
];

// Every check looks four times at the page.
test.describe.configure({ timeout: 180_000 });

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
  fakeServer.calls = [
    liveCallOf(5, { transcript: words, sandbox: true }),
    callOf(4, {
      summary: '# Done\n\n- **one**\n- [two](https://example.com/)',
      transcript: words,
      sandbox: true,
    }),
    callOf(3, { status: 'failed', reason: 'caller_id_not_owned', duration: null }),
    callOf(2, { status: 'ringing', agentId: null, duration: null, endTime: null }),
    callOf(1, { direction: 'inbound', from: null, instructions: null, duration: 36_000 }),
  ];
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
});

test('the call list is accessible with calls, without, loading and failed', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(5);
  await expectAccessible(page);
  const release = fakeServer.hold('GET /api/calls');
  await page.reload();
  await expect(page.getByText('Loading calls...')).toBeVisible();
  await expectAccessible(page);
  fakeServer.calls = [];
  release();
  await expect(page.getByText('No calls yet. Create your first call!')).toBeVisible();
  await expectAccessible(page);
  fakeServer.respondWith('GET /api/calls', {
    status: 403,
    body: { error: 'Not for you.', code: 'forbidden' },
  });
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('the menu of a row is accessible, open and busy', async ({ page, fakeServer }) => {
  fakeServer.hold('DELETE /api/calls/:id');
  await page.goto('/app/voice-agents');
  const menu = await openMenu(page, '+15005551003');
  await expect(menu).toBeVisible();
  await expectAccessible(page, { menuOpen: true });
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(menu.getByText('Deleting...')).toBeVisible();
  await expectAccessible(page, { menuOpen: true });
});

test('the form is accessible, empty, filled and refused, in both places', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'New Call' }).click();
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  await expectAccessible(page, { dialogOpen: true });
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Reminder');
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await expectAccessible(page, { dialogOpen: true });
  // What was typed in the dialog is offered here.
  await page.goto('/app/voice-agents/new');
  await expect(page.getByRole('button', { name: 'Restore What You Typed' })).toBeVisible();
  await expectAccessible(page);
});

test('a call is accessible, finished, live, loading, failed and missing', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[34]/);
  await page.goto(`/app/voice-agents/${callIdOf(4)}`);
  await expect(page.getByRole('heading', { level: 3, name: 'Done' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/app/voice-agents/${callIdOf(5)}`);
  await expect(page.getByRole('log')).toBeVisible();
  await expectAccessible(page);
  const release = fakeServer.hold('GET /api/calls/:id');
  await page.goto(`/app/voice-agents/${callIdOf(3)}`);
  await expect(page.getByText('Loading call details...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText('failed', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/app/voice-agents/${callIdOf(404)}`);
  await expect(page.getByText('Call not found').last()).toBeVisible();
  await expectAccessible(page);
  fakeServer.respondWith('GET /api/calls/:id', {
    status: 403,
    body: { error: 'Not for you.', code: 'forbidden' },
  });
  await page.goto(`/app/voice-agents/${callIdOf(3)}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('the templates and their dialogs are accessible', async ({ page, fakeServer, expectedErrors }) => {
  expectedErrors.push(/status of 403/);
  await page.goto('/app/settings/templates');
  await expect(page.getByRole('button', { name: 'Edit Reminder' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Reminder' }).click();
  await page.getByLabel('Template Name *').fill('');
  await page.getByRole('button', { name: 'Update Template' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Reminder' }).click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  fakeServer.respondWith('GET /api/templates/templates', {
    status: 403,
    body: { error: 'No.', code: 'forbidden' },
  });
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('contacts, the page of one, the form and an import are accessible', async ({ page, fakeServer }) => {
  const ada = contactOf(2, {
    name: 'Ada Weber',
    language: 'de-DE',
    notes: 'Pays by invoice.',
    consent: [{ purpose: 'sales', given: false, source: 'spoken', at: '2026-09-01' }],
  });
  fakeServer.contactsDesk.contacts = [ada, contactOf(3, { name: 'Carl Weber', number: ada.number })];
  fakeServer.contactsDesk.doNotCall = [ada.number];
  fakeServer.contactsDesk.imports = [importOf(1), importOf(2, { state: 'running' })];
  fakeServer.contactsDesk.importErrors = [{ row: 4, code: 'not_a_number', value: 'the dentist' }];
  await page.goto('/app/contacts');
  await expect(page.getByText('Ada Weber')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await page.getByLabel('Sales', { exact: true }).selectOption('Given');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.goto(`/app/contacts?import=${importOf(1).id}`);
  await expect(page.getByText('the dentist')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.goto(`/app/contacts/${encodeURIComponent(ada.number)}`);
  await expect(page.getByText('Pays by invoice.')).toBeVisible();
  await expectAccessible(page);
});

test('the outcome of a call is accessible, read, corrected and being corrected', async ({
  page,
  fakeServer,
}) => {
  const field = outcomeFieldOf('Confirmed', 'yes_no', { required: true });
  const proof = { kind: 'entry' as const, entry: 1, quote: 'Yes', question: null };
  const outcomes = outcomeOf([field, outcomeFieldOf('Day', 'date')], {
    values: [{ field: field.id, value: true, proof }],
  });
  const correction = {
    field: 'day',
    value: '2026-10-14',
    revision: 1,
    by: null,
    at: '2026-10-13T11:00:00.000Z',
  };
  fakeServer.calls = [
    callOf(4, {
      transcript: [entryOf(0, 'Does it suit you?'), entryOf(1, 'Yes, it does.')],
      outcomes: { ...outcomes, corrections: [correction], fieldsChanged: true },
      contact: { id: null, name: 'Ada Weber', others: 1 },
    }),
  ];
  await page.goto(`/app/voice-agents/${callIdOf(4)}`);
  await page.getByRole('button', { name: '“Yes”' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Correct' }).last().click();
  await expect(page.getByLabel('Day')).toBeFocused();
  await expectAccessible(page);
});
