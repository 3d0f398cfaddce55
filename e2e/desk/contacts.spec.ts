import { contactOf, importOf } from './fake-server/contacts-desk.ts';
import { callOf } from './fake-server/data.ts';
import { expectToast, rowOf, toasts } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const list = '/app/contacts';
const number = '+15005551002';
const page2 = `${list}/${encodeURIComponent(number)}`;

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.contactsDesk.contacts = [
    contactOf(2, { name: 'Ada Weber', language: 'de-DE', notes: 'Pays by invoice.' }),
    contactOf(3, { name: 'Ben Ortiz' }),
  ];
  fakeServer.contactsDesk.doNotCall = [contactOf(3).number];
  fakeServer.calls = [callOf(2, { contact: { id: null, name: 'Ada Weber', others: 0 } })];
});

test('CT7: contacts are listed by name and found by name or number', async ({ page }) => {
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts');
  await expect(page.getByText('The people behind the numbers.')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  await expect(rows).toHaveText([/Ada Weber.*\+15005551002.*German/, /Ben Ortiz.*Do not call/]);
  await expect(page.getByText('2 contacts', { exact: true })).toBeVisible();
  await page.getByLabel('Search by name or number').fill('ort');
  await expect(rows).toHaveText([/Ben Ortiz/]);
  await expect(page).toHaveURL(`${list}?search=ort`);
  await page.getByLabel('Search by name or number').fill('nobody');
  await expect(page.getByText('Nobody has this name or number.')).toBeVisible();
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await expect(page.getByLabel('Search by name or number')).toHaveValue('');
  await expect(rows).toHaveCount(2);
});

test('without contacts the next step is offered, and a failure can be tried again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.contactsDesk.contacts = [];
  // A stream that opens now would fetch the contacts again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.respondWith('GET /api/contacts', { status: 403, body: { error: 'No.', code: 'forbidden' } });
  await page.goto(list);
  await expect(page.getByRole('alert')).toContainText('Failed to load contacts');
  fakeServer.resetResponse('GET /api/contacts');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No contacts yet. Add one, or import a CSV file.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a contact' })).toBeVisible();
});

test('CT1: a contact is added, and its page shows everything about the number', async ({
  page,
  fakeServer,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click();
  await expect(page.getByLabel('Name *')).toBeFocused();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('Name *').fill('山田 太郎');
  await page.getByLabel('Phone Number *').fill('+81 3 1234 5678');
  await page.getByLabel('Notes for the agent').fill('Prefers mornings.');
  await page.getByLabel('Reminders', { exact: true }).selectOption('Given');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click();
  await expect(page).toHaveURL(`${list}/${encodeURIComponent('+81312345678')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/山田 太郎/);
  await expect(page.getByRole('region', { name: '山田 太郎' })).toContainText('Reminders: given');
  expect(fakeServer.contactsDesk.of('+81312345678')).toMatchObject([
    { name: '山田 太郎', agentNotes: 'Prefers mornings.', consent: [{ purpose: 'reminder', given: true }] },
  ]);
});

test('CT1: a shared number says so, and a call is for one of them', async ({ page, fakeServer }) => {
  fakeServer.contactsDesk.put(contactOf(4, { name: 'Carl Weber', number }));
  await page.goto(page2);
  await expect(
    page.getByText('2 people share this number. Calls tell neither name nor notes unless you choose one.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Call Carl Weber' }).click();
  await expect(page.getByRole('dialog').getByLabel('Phone Number')).toHaveValue(number);
});

test('a number on the do-not-call list cannot be called from its page', async ({ page }) => {
  await page.goto(`${list}/${encodeURIComponent(contactOf(3).number)}`);
  await expect(page.getByRole('alert')).toContainText('Calls to this number are refused.');
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();
});

test('a deleted contact comes back with Undo, as it was', async ({ page, fakeServer }) => {
  await page.goto(page2);
  await page.getByRole('button', { name: 'Delete Ada Weber' }).click();
  await expectToast(page, 'Contact deleted');
  await expect(page.getByText('Nobody has a name for this number yet.')).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Ada Weber' })).toContainText('Pays by invoice.');
  expect(fakeServer.contactsDesk.of(number)).toMatchObject([{ name: 'Ada Weber', language: 'de-DE' }]);
});

test('CT8: who has changed a contact meanwhile is not overwritten without being asked', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  // A stream that opens later would fetch again what the other one has changed.
  fakeServer.hold('GET /api/events');
  await page.goto(page2);
  await page.getByRole('button', { name: 'Edit Ada Weber' }).click();
  await page.getByLabel('Name *').fill('Ada Weber-Ortiz');
  fakeServer.contactsDesk.put(contactOf(2, { name: 'Ada B. Weber', revision: 2 }));
  await page.getByRole('button', { name: 'Save Contact' }).click();
  await expect(page.getByText('Somebody else has changed this contact meanwhile.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep Mine' }).click();
  await page.getByRole('button', { name: 'Save Contact' }).click();
  await expect(page.getByRole('region', { name: 'Ada Weber-Ortiz' })).toBeVisible();
  expect(fakeServer.contactsDesk.of(number)).toMatchObject([{ name: 'Ada Weber-Ortiz', revision: 3 }]);
});

test('CT2: the name stands beside the number in the call list and on the call, and changes by itself', async ({
  page,
  fakeServer,
}) => {
  await page.goto('/app/voice-agents');
  await expect(rowOf(page, number)).toContainText('Ada Weber');
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.calls = [callOf(2, { contact: { id: null, name: 'Ada B. Weber', others: 1 } })];
  fakeServer.emit({ type: 'contact.changed', number });
  await expect(rowOf(page, number)).toContainText('Ada B. Weber and 1 more');
  await rowOf(page, number).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await page.getByRole('link', { name: 'Ada B. Weber' }).click();
  await expect(page).toHaveURL(page2);
});

test('an unknown number of a call gets a name', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(7)];
  await page.goto(`/app/voice-agents/${callOf(7)._id}`);
  await page.getByRole('link', { name: 'Add contact' }).click();
  await expect(page.getByLabel('Phone Number *')).toHaveValue('+15005551007');
  await page.getByLabel('Name *').fill('Dora Lind');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dora Lind');
});

test('CT4: a file is looked at, its columns are chosen, and what was refused can be saved', async ({
  page,
  fakeServer,
}) => {
  fakeServer.contactsDesk.importErrors = [{ row: 4, code: 'not_a_number', value: 'the dentist' }];
  await page.goto(list);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' });
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'patients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Patient;Telefon;Extra\nAda;+49301;x\nBen;+49302;y\n'),
  });
  await expect(dialog).toContainText('patients.csv, 2 rows');
  await expect(dialog.getByLabel('Name *')).toHaveValue('0');
  await expect(dialog.getByLabel('Phone Number *')).toHaveValue('1');
  await dialog.getByLabel('Notes', { exact: true }).selectOption('Extra');
  await expect(dialog.getByRole('cell')).toHaveText(['+49301', 'Ada', 'x', '+49302', 'Ben', 'y']);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('Added 2 · already there 1 · refused 1');
  await expect(dialog.getByRole('row').last()).toHaveText(/4.*This is not a phone number\..*the dentist/);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Refused Rows' }).click();
  expect((await download).suggestedFilename()).toBe('refused-patients.csv');
  const [start] = fakeServer.requestsTo('POST /api/contacts/imports/:id/start');
  expect(start?.body).toMatchObject({ delimiter: ';', rows: 2, columns: { name: 0, number: 1, notes: 2 } });
  expect(fakeServer.contactsDesk.parts.join('')).toContain('Ben;+49302;y');
});

test('CT5: an import is undone from its result', async ({ page, fakeServer }) => {
  fakeServer.contactsDesk.imports = [importOf(1)];
  await page.goto(`${list}?import=${importOf(1).id}`);
  await page.getByRole('button', { name: 'Undo Import' }).click();
  await expectToast(page, 'Import undone', '2 removed.');
  await expect(page.getByText('The import was undone.')).toBeVisible();
});

test('CT4: an import that runs is shown to whoever opens the page, and follows its progress', async ({
  page,
  fakeServer,
}) => {
  const running = importOf(1, { state: 'running', rows: 50_000, rowsRead: 12_400 });
  fakeServer.contactsDesk.imports = [running];
  await page.goto(list);
  await expect(page.getByRole('progressbar', { name: 'Importing patients.csv' })).toBeVisible();
  await expect(page.getByText('12,400 of 50,000 rows')).toBeVisible();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.contactsDesk.imports = [{ ...running, rowsRead: 25_000 }];
  fakeServer.emit({ type: 'import.changed', importId: running.id });
  await expect(page.getByText('25,000 of 50,000 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('dialog')).toContainText('It goes on when you close this.');
  // CT5: one that still runs is stopped.
  await page.getByRole('button', { name: 'Stop and Undo' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
});

test('CT6: all contacts are saved as a file that an import reads again', async ({ page }) => {
  await page.goto(list);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().replace('\uFEFF', '').split('\r\n');
  expect(lines.slice(0, 2)).toEqual([
    'Phone Number,Name,Language,Time Zone,Consent,Notes,Notes for the Agent',
    '+15005551002,Ada Weber,de-DE,,,Pays by invoice.,',
  ]);
});

test('a viewer reads contacts and changes none', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(list);
  await expect(page.getByText('Ada Weber')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await page.goto(page2);
  await expect(page.getByRole('region', { name: 'Ada Weber' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
