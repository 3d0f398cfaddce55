import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { findTimes, toolIdOf, toolOf } from './fake-server/tools-desk.ts';

const list = '/app/settings/tools';
const finding = `${list}/${toolIdOf(1)}`;
const booking = `${list}/${toolIdOf(2)}`;

test('a tool is set up by keyboard and form, and saved as it is shown', async ({ page, fakeServer }) => {
  await page.goto(`${list}/new`);
  await page.getByRole('button', { name: 'Add Tool' }).click();
  await expect(page.getByLabel('Name *')).toBeFocused();
  await expect(page.getByText(/Not saved: \d mistakes are marked above/)).toBeVisible();
  await page.keyboard.type('find_patient');
  await page.getByLabel('What it is for *').fill('Finds a patient by name.');
  await page.getByRole('button', { name: 'Add Input' }).click();
  const input = page.getByRole('list', { name: 'Inputs' }).getByRole('listitem');
  await expect(input.getByLabel('Name *')).toBeFocused();
  await page.keyboard.type('name');
  await input.getByLabel('Description').fill('First and last name.');
  await page.getByText('JSON schema of these inputs').click();
  await expect(page.getByRole('region', { name: 'JSON schema of these inputs' })).toContainText(
    '"description": "First and last name."',
  );
  await page.getByLabel('Address *').fill('https://calendar.example.com/{practice}/patients');
  await page.getByRole('button', { name: 'Add Constant' }).click();
  await expect(page.getByLabel('Constant', { exact: true })).toBeFocused();
  await page.keyboard.type('practice');
  await page.getByLabel('Value', { exact: true }).fill('gs-dental');
  await page.getByRole('button', { name: 'Add Header' }).click();
  await expect(page.getByLabel('Header', { exact: true })).toBeFocused();
  await page.keyboard.type('Authorization');
  await page.getByLabel('Kind').selectOption('Secret');
  await page.getByLabel('Prefix').fill('Bearer ');
  await page.getByLabel('Secret', { exact: true }).selectOption('calendar-key');
  await page.getByLabel('Time limit in seconds').fill('5');
  await page.getByRole('button', { name: 'Add Tool' }).click();
  await expectToast(page, 'Tool saved');
  await expect(page.getByRole('heading', { level: 1, name: 'find_patient' })).toBeVisible();
  const [request] = fakeServer.requestsTo('POST /api/tools');
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(request?.body).toMatchObject({
    config: {
      name: 'find_patient',
      inputs: {
        type: 'object',
        properties: { name: { type: 'string', description: 'First and last name.' } },
        required: ['name'],
      },
      headers: [
        { name: 'Authorization', value: { kind: 'secret', prefix: 'Bearer ', secret: 'calendar-key' } },
      ],
      constants: [{ name: 'practice', value: 'gs-dental' }],
      limitSeconds: 5,
    },
  });
});

test('inputs are rows or the schema itself, and what the form cannot show stays a schema', async ({
  page,
}) => {
  await page.goto(finding);
  const inputs = page.getByRole('list', { name: 'Inputs' }).getByRole('listitem');
  await expect(inputs).toHaveCount(2);
  await page.getByRole('radio', { name: 'JSON schema' }).click();
  const schema = page.getByLabel('JSON schema', { exact: true }).and(page.locator('textarea'));
  await expect(schema).toHaveValue(/"enum": \[\s*"morning"/);
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(inputs).toHaveCount(2);
  await page.getByRole('radio', { name: 'JSON schema' }).click();
  await schema.fill('{"type":"object","properties":{"who":{"type":"object"}}}');
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(page.getByText('The form cannot show this schema')).toBeVisible();
  await schema.fill('{"type":');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('This is no JSON object.')).toBeVisible();
  await expect(schema).toBeFocused();
});

test('a try shows the request with masked secrets, the answer, its time and the variables', async ({
  page,
  fakeServer,
}) => {
  await page.goto(finding);
  await page.getByLabel('Sample inputs').fill('{"day":"2026-10-21"}');
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByRole('region', { name: 'What was sent' })).toContainText(
    'Authorization: Bearer ••••••••',
  );
  await expect(page.getByRole('region', { name: 'What was answered' })).toContainText(
    '"start": "2026-10-20T10:00"',
  );
  await expect(page.getByText('HTTP 200')).toBeVisible();
  await expect(page.getByText('0.4 s')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Variables found' })).toContainText('first_slot');
  expect(fakeServer.requestsTo('POST /api/tools/try')[0]?.body).toMatchObject({
    kind: 'http',
    input: { day: '2026-10-21' },
  });
  fakeServer.toolsDesk.tried = { answer: null, ms: 10_000, problem: 'Nothing answered within 10 seconds.' };
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByText('Nothing answered within 10 seconds.')).toBeVisible();
  await expect(page.getByText('No answer after 10.0 s.')).toBeVisible();
});

test('a tool that changes something is tried with its sample answer, unless it is allowed to run', async ({
  page,
}) => {
  await page.goto(booking);
  await expect(page.getByText('It changes something, so nothing is sent')).toBeVisible();
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByText('Sample answer', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What would be sent' })).toBeVisible();
  await page.getByRole('switch', { name: 'Run in the sandbox and in tries' }).click();
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByRole('region', { name: 'What was sent' })).toBeVisible();
});

test('unsaved changes are asked about', async ({ page }) => {
  await page.goto(finding);
  await page.getByLabel('Said meanwhile').fill('Just a second.');
  await page.getByRole('link', { name: 'Back to Tools' }).click();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page.getByLabel('Said meanwhile')).toHaveValue('Just a second.');
  await page.getByRole('link', { name: 'Back to Tools' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
});

test('of two people who save a tool the second is told, and nothing is lost', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(finding);
  await page.getByLabel('Said meanwhile').fill('Just a second.');
  fakeServer.toolsDesk.put(
    toolOf(1, { ...findTimes, limitSeconds: 20 }, { revision: 2, changedBy: { displayName: 'Ann Berg' } }),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Ann Berg saved it while you were editing.')).toBeVisible();
  await expect(page.getByText('Changed there only: Time limit.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep My Changes' }).click();
  await expect(page.getByLabel('Time limit in seconds')).toHaveValue('20');
  await expect(page.getByLabel('Said meanwhile')).toHaveValue('Just a second.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Tool saved');
});

test('a tool that somebody deletes while another types is added again, and nothing is lost', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto(booking);
  await page.getByLabel('Said meanwhile').fill('Just a second.');
  fakeServer.toolsDesk.tools = fakeServer.toolsDesk.tools.filter(({ name }) => name !== 'book_appointment');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Somebody has deleted this tool')).toBeVisible();
  await expect(page.getByLabel('Said meanwhile')).toHaveValue('Just a second.');
  await page.getByRole('button', { name: 'Add Tool' }).click();
  await expectToast(page, 'Tool saved');
  await expect(page).not.toHaveURL(new RegExp(toolIdOf(2)));
  await expect(page.getByLabel('Said meanwhile')).toHaveValue('Just a second.');
});

test('half of a JSON text survives that somebody else has saved', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(finding);
  await page.getByLabel('Said meanwhile').fill('Just a second.');
  fakeServer.toolsDesk.put(toolOf(1, { ...findTimes, limitSeconds: 20 }, { revision: 2 }));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByLabel('Sample inputs').fill('{"day":');
  await page.getByRole('button', { name: 'Keep My Changes' }).click();
  await expect(page.getByLabel('Sample inputs')).toHaveValue('{"day":');
  await expect(page.getByLabel('Time limit in seconds')).toHaveValue('20');
});

test('a look at the JSON schema is no unsaved change', async ({ page }) => {
  await page.goto(finding);
  await page.getByRole('radio', { name: 'JSON schema' }).click();
  await expect(page.getByText('"format": "date"')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Tools' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
});

test('a tool that an agent uses is not deleted; another one is, after a question', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(finding);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Tool' }).click();
  await expect(page.getByText('An agent uses this tool. Used by: GS Dental.')).toBeVisible();
  await page.goto(booking);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Tool' }).click();
  await expectToast(page, 'Tool deleted');
  await expect(page.getByRole('link', { name: 'book_appointment' })).toHaveCount(0);
});

test('a tool that is not there says so, and a failed load is tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[34]/);
  await page.goto(`${list}/${toolIdOf(77)}`);
  await expect(page.getByText('Tool not found')).toBeVisible();
  fakeServer.respondWith('GET /api/tools/:id', {
    status: 403,
    body: { error: 'Not now.', code: 'forbidden' },
  });
  // A stream that opens now would fetch the tool again, without the button.
  fakeServer.hold('GET /api/events');
  await page.goto(finding);
  await expect(page.getByText('Failed to load the tool')).toBeVisible();
  fakeServer.resetResponse('GET /api/tools/:id');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Name *').first()).toHaveValue('find_free_times');
});
