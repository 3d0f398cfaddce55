import { exampleFollowUp } from '../follow-ups/examples.ts';
import type { RouteExample } from '../route-example.ts';
import type { Contact } from './contact.ts';
import type { ContactImport } from './import.ts';
import type { contactImportRoutes } from './import-routes.ts';
import type { contactRoutes } from './routes.ts';

const contact: Contact = {
  id: '019a8b5e-6c00-7000-8000-000000000020',
  number: '+15005550010',
  name: 'Ada Weber',
  language: 'en-US',
  timeZone: 'America/New_York',
  consent: [{ purpose: 'reminder', given: true, source: 'written', at: '2026-09-01' }],
  notes: 'Pays by invoice.',
  agentNotes: 'Prefers appointments before noon.',
  source: 'hand',
  revision: 1,
  createdAt: '2026-10-12T09:00:00.000Z',
  changedAt: '2026-10-12T09:00:00.000Z',
};

const { number, name, language, timeZone, consent, notes, agentNotes } = contact;
const body = { number, name, language, timeZone, consent, notes, agentNotes };

const started: ContactImport = {
  id: '019a8b5e-6c00-7000-8000-000000000030',
  state: 'uploading',
  fileName: 'patients.csv',
  parts: 1,
  rows: null,
  rowsRead: 0,
  added: 0,
  present: 0,
  refused: 0,
  errorCounts: {},
  startedBy: { displayName: 'Ines Marchetti' },
  createdAt: '2026-10-13T10:00:00.000Z',
  finishedAt: null,
};
const finished: ContactImport = {
  ...started,
  state: 'done',
  rows: 3,
  rowsRead: 3,
  added: 1,
  present: 1,
  refused: 1,
  errorCounts: { no_name: 1 },
  finishedAt: '2026-10-13T10:00:02.000Z',
};

type Examples<Routes> = Readonly<Record<keyof Routes, RouteExample>>;

/** Of the routes of `contacts/`. */
export const contactExamples: Examples<typeof contactRoutes & typeof contactImportRoutes> = {
  listContacts: {
    response: { contacts: [{ ...contact, doNotCall: false }], hasMore: false, nextCursor: null, total: 1 },
  },
  suggestContacts: {
    query: 'text=Ada',
    response: { suggestions: [{ id: contact.id, name: contact.name, number: contact.number }] },
  },
  getContactPage: {
    params: { number: contact.number },
    response: {
      number: contact.number,
      contacts: [contact],
      doNotCall: null,
      calls: [],
      hasMoreCalls: false,
      followUps: [exampleFollowUp],
    },
  },
  listCallsOfNumber: {
    params: { number: contact.number },
    response: { calls: [], hasMore: false, nextCursor: null },
  },
  createContact: { body, response: { contact } },
  changeContact: { body: { ...body, revision: 1 }, response: { contact: { ...contact, revision: 2 } } },
  deleteContact: { response: { deleted: true, contact } },
  exportContacts: { response: { contacts: [contact], nextCursor: null } },
  createContactImport: { body: { fileName: 'patients.csv', parts: 1 }, response: { import: started } },
  listContactImports: { response: { imports: [finished] } },
  putContactImportPart: {
    params: { part: '0' },
    body: { content: 'Name,Phone Number\r\nAda Weber,+15005550010\r\n' },
    response: { import: started },
  },
  startContactImport: {
    body: {
      columns: {
        ...{ number: 1, name: 0, lastName: null, language: null, timeZone: null },
        ...{ consent: null, notes: null, agentNotes: null },
      },
      delimiter: ',',
      country: 'US',
      rows: 3,
    },
    response: { import: { ...started, state: 'running', rows: 3 } },
  },
  getContactImport: {
    response: {
      import: finished,
      errors: [{ row: 4, code: 'no_name', value: '' }],
      hasMoreErrors: false,
    },
  },
  undoContactImport: { response: { import: { ...finished, state: 'undone' }, removed: 1, kept: 0 } },
};
