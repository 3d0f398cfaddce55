// @vitest-environment happy-dom
import { contactBody, normalizePhoneNumber } from '@parley/contract';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubIntersectionObserver } from '../../../testing/intersection-observer.ts';
import {
  type Answers,
  buttonNamed,
  controlLabelled,
  eventually,
  fill,
  type Rendered,
  render,
} from '../../../testing/render.tsx';
import { createDrafts, DraftsProvider } from '../../lib/drafts.ts';
import { ContactForm } from './form/contact-form.tsx';
import { chosenFile } from './import/chosen-file.ts';
import { ColumnsStep } from './import/columns-step.tsx';
import { ContactsView } from './list/contacts-view.tsx';
import { ContactPageView } from './page/contact-page-view.tsx';

// Hundreds of zones take a long time in a document without a browser. Only while the modules above are loaded.
const supportedValuesOf = vi.hoisted(() => {
  const whole = Intl.supportedValuesOf;
  Intl.supportedValuesOf = () => ['Europe/Berlin'];
  return whole;
});
Intl.supportedValuesOf = supportedValuesOf;

const ada = {
  id: '019a8b5e-6c00-7000-8000-000000000020',
  number: '+15005550010',
  name: 'Ada Weber',
  language: 'de-DE',
  timeZone: null,
  consent: [{ purpose: 'reminder' as const, given: true, source: 'written' as const, at: '2026-09-01' }],
  notes: 'Pays by invoice.',
  agentNotes: '',
  source: 'hand' as const,
  revision: 3,
  createdAt: '2026-10-12T09:00:00.000Z',
  changedAt: '2026-10-12T09:00:00.000Z',
};

let shown: Rendered;
function show(children: ReactNode, answers: Answers): void {
  shown = render(<DraftsProvider value={createDrafts(null, 'me')}>{children}</DraftsProvider>, answers);
}

beforeEach(stubIntersectionObserver);
afterEach(() => {
  shown.unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const text = () => document.body.textContent ?? '';
const nothing = () => {};

test('CT7: what is typed is searched for after a pause', async () => {
  const list = { contacts: [{ ...ada, doNotCall: true }], hasMore: false, nextCursor: null, total: 1 };
  show(<ContactsView pathOf={(number) => `/contacts/${number}`} onAdd={nothing} />, {
    'GET /api/contacts?limit=100': () => list,
    'GET /api/contacts?search=ben&limit=100': () => ({ ...list, contacts: [] }),
  });
  await eventually(() =>
    expect(text()).toContain('1 contactAda Weber+15005550010German (Germany)Do not call'),
  );
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (field === null) throw new Error('There is no field.');
  fill(field, 'b');
  fill(field, 'ben ');
  await eventually(() => expect(text()).toContain('Nobody has this name or number.'));
  expect(shown.sent.map(({ route }) => route)).toEqual([
    'GET /api/contacts?limit=100',
    'GET /api/contacts?search=ben&limit=100',
  ]);
});

test('CT1: a contact is sent as the contract wants it', async () => {
  const onDone = vi.fn();
  show(
    <ContactForm
      editing={{ contact: null, number: '+49 30 123456' }}
      readNumber={normalizePhoneNumber}
      onDone={onDone}
      onDirtyChange={nothing}
    />,
    { 'POST /api/contacts': () => ({ contact: ada }) },
  );
  await eventually(() => buttonNamed('Add Contact'));
  buttonNamed('Add Contact').click();
  await eventually(() => expect(text()).toContain('Enter a name.'));
  fill(controlLabelled('Name *'), ' 山田 太郎 ');
  fill(controlLabelled<HTMLSelectElement>('Sales'), 'no');
  await eventually(() => buttonNamed('Add Contact').click());
  await eventually(() => expect(onDone).toHaveBeenCalledWith('+4930123456'));
  const body = shown.sent[0]?.body;
  expect(contactBody.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({
    name: '山田 太郎',
    number: '+4930123456',
    language: null,
    consent: [{ purpose: 'sales', given: false, source: 'spoken' }],
  });
});

test('CT8: a contact that somebody else has changed is not overwritten unasked', async () => {
  const onDone = vi.fn();
  const theirs = { ...ada, name: 'Ada B. Weber', revision: 4 };
  let refused = false;
  show(
    <ContactForm
      editing={{ contact: ada, number: ada.number }}
      readNumber={normalizePhoneNumber}
      onDone={onDone}
      onDirtyChange={nothing}
    />,
    {
      [`PUT /api/contacts/${ada.id}`]: () => {
        if (refused) return { contact: theirs };
        refused = true;
        const error = 'Somebody else has changed this contact meanwhile.';
        return Response.json(
          { error, code: 'contact_changed', details: { contact: theirs } },
          { status: 409 },
        );
      },
    },
  );
  await eventually(() => fill(controlLabelled('Name *'), 'Ada Ortiz'));
  buttonNamed('Save Contact').click();
  (await eventually(() => buttonNamed('Keep Mine'))).click();
  await eventually(() => expect(buttonNamed('Save Contact').disabled).toBe(false));
  buttonNamed('Save Contact').click();
  await eventually(() => expect(onDone).toHaveBeenCalled());
  expect(shown.sent.map(({ body }) => body)).toMatchObject([
    { name: 'Ada Ortiz', revision: 3 },
    { name: 'Ada Ortiz', revision: 4 },
  ]);
});

test('CT1: a shared number says so, and a deleted contact is made again as it was', async () => {
  const told = vi.spyOn(toast, 'success');
  const ben = { ...ada, id: '019a8b5e-6c00-7000-8000-000000000021', name: 'Ben Weber' };
  const onCall = vi.fn();
  const page = { number: ada.number, contacts: [ada, ben], doNotCall: null, calls: [], followUps: [] };
  show(
    <ContactPageView
      number={ada.number}
      listPath="/contacts"
      calls={() => null}
      followUps={() => null}
      onCall={onCall}
      onAdd={nothing}
      onEdit={nothing}
    />,
    {
      'GET /api/contacts/numbers/%2B15005550010': () => page,
      [`DELETE /api/contacts/${ada.id}`]: () => ({ deleted: true }),
      'POST /api/contacts': () => ({ contact: ada }),
    },
  );
  await eventually(() => expect(text()).toContain('2 people share this number.'));
  buttonNamed('Call Ben Weber').click();
  expect(onCall).toHaveBeenCalledWith(ben);
  buttonNamed('Delete Ada Weber').click();
  await eventually(() => expect(told).toHaveBeenCalledWith('Contact deleted', expect.anything()));
  const undo = told.mock.calls[0]?.[1]?.action as unknown as { onClick: () => void };
  undo.onClick();
  await eventually(() => expect(told).toHaveBeenCalledWith('Contact restored'));
  const { number, name, language, timeZone, consent, notes, agentNotes } = ada;
  expect(shown.sent.find(({ route }) => route === 'POST /api/contacts')?.body).toEqual({
    number,
    name,
    language,
    timeZone,
    consent,
    notes,
    agentNotes,
  });
});

test('CT4: a file is sent part by part, and a part that was lost is sent again', async () => {
  const chosen = chosenFile('p.csv', new TextEncoder().encode('Name,Phone\nAda,+4930123456\n'));
  if ('error' in chosen) throw new Error(chosen.error);
  const begun = {
    id: '019a8b5e-6c00-7000-8000-000000000030',
    state: 'uploading',
    fileName: 'p.csv',
    parts: 2,
    rows: null,
    rowsRead: 0,
    added: 0,
    present: 0,
    refused: 0,
    errorCounts: {},
    startedBy: null,
    createdAt: ada.createdAt,
    finishedAt: null,
  };
  let lost = false;
  const onStarted = vi.fn();
  const route = (rest: string) => `/api/contacts/imports/${begun.id}${rest}`;
  show(
    <ColumnsStep
      file={{ ...chosen.file, parts: ['Name,', 'Phone'] }}
      country="DE"
      onBack={nothing}
      onStarted={onStarted}
    />,
    {
      'POST /api/contacts/imports': () => ({ import: begun }),
      [`PUT ${route('/parts/0')}`]: () => ({ import: begun }),
      [`PUT ${route('/parts/1')}`]: () => {
        if (lost) return { import: begun };
        lost = true;
        throw new TypeError('The connection was reset.');
      },
      [`POST ${route('/start')}`]: () => ({ import: begun }),
    },
  );
  const country = await eventually(() => controlLabelled<HTMLSelectElement>('Country of numbers without +'));
  fill(country, 'AT');
  await eventually(() => expect(country.value).toBe('AT'));
  buttonNamed('Import').click();
  await eventually(() => expect(onStarted).toHaveBeenCalledWith(begun.id));
  expect(shown.sent.map(({ route }) => route)).toEqual([
    'POST /api/contacts/imports',
    `PUT ${route('/parts/0')}`,
    `PUT ${route('/parts/1')}`,
    `PUT ${route('/parts/1')}`,
    `POST ${route('/start')}`,
  ]);
  expect(shown.sent.at(-1)?.body).toMatchObject({
    delimiter: ',',
    country: 'AT',
    rows: 1,
    columns: { name: 0, number: 1 },
  });
});
