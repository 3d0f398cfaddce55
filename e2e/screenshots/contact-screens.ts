import { contactOf, importOf } from '../desk/fake-server/contacts-desk.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/contacts';
const pageOf = (n: number) => `${list}/${encodeURIComponent(contactOf(n).number)}`;
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

function importing(fakeServer: FakeServer): void {
  fakeServer.contactsDesk.imports = [importOf(1, { state: 'running', rows: 50_000, rowsRead: 12_400 })];
}

const csv = 'Patient;Telefon;Sprache\nAda Weber;+49 30 123456;de-DE\nBen Ortiz;030 999 999;\n';

/** Every screen and state of contacts. */
export const contactScreens: readonly FakeServerShot[] = [
  at('contacts', list, 'Ada Weber'),
  at('contacts-loading', list, 'Loading contacts...', (fakeServer) => fakeServer.hold('GET /api/contacts')),
  at('contacts-error', list, 'Failed to load contacts', (fakeServer) =>
    fakeServer.respondWith('GET /api/contacts', refused),
  ),
  at('contacts-empty', list, 'No contacts yet.', (fakeServer) => {
    fakeServer.contactsDesk.contacts = [];
  }),
  at('contacts-viewer', list, 'Ada Weber', (fakeServer) => {
    fakeServer.claims = { parley: 'viewer' };
  }),
  at('contacts-importing', list, '12,400 of 50,000', importing),
  then(at('contact-form', list, 'Ada Weber'), async (page) => {
    await page.getByRole('button', { name: 'Add Contact' }).click();
    await page.getByLabel('Reminders', { exact: true }).selectOption('Given');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click();
    await page.getByText('Enter a name.').waitFor();
  }),
  at('contact', pageOf(50), 'Pays by invoice.'),
  at('contact-shared', pageOf(47), 'share this number'),
  at('contact-do-not-call', pageOf(41), 'Do not call'),
  at('contact-unknown', `${list}/%2B15005559999`, 'Nobody has a name'),
  at('contact-error', pageOf(50), 'Failed to load contact', (fakeServer) =>
    fakeServer.respondWith('GET /api/contacts/numbers/:id', refused),
  ),
  then(
    at('import-file', `${list}?import=new`, 'Choose a File', (fakeServer) => {
      fakeServer.contactsDesk.imports = [importOf(1)];
    }),
    async () => {},
    { windowOnly: true },
  ),
  then(at('import-columns', `${list}?import=new`, 'Choose a File'), async (page) => {
    const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText('patients.csv').waitFor();
  }),
  at('import-running', `${list}?import=${importOf(1).id}`, 'It goes on', importing),
  at('import-done', `${list}?import=${importOf(1).id}`, 'This is not a phone number.', (fakeServer) => {
    fakeServer.contactsDesk.imports = [importOf(1, { added: 48_312, present: 1_200, refused: 488 })];
    fakeServer.contactsDesk.importErrors = [
      { row: 4, code: 'not_a_number', value: 'the dentist' },
      { row: 17, code: 'no_name', value: '+4930123456' },
      { row: 1_204, code: 'unknown_language', value: 'Klingon' },
    ];
  }),
];
