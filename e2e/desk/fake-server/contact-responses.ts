import type { ChangeContactBody, ContactBody, CreateImportBody } from '@parley/contract';
import { importOf } from './contacts-desk.ts';
import { listed } from './data.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

function refused(status: number, code: string, error: string, details?: unknown): FakeResponse {
  return { status, body: { error, code, ...(details === undefined ? {} : { details }) } };
}

const notFound = refused(404, 'contact_not_found', 'There is no such contact.');
const noImport = refused(404, 'import_not_found', 'There is no such import.');

/** The responses of the routes of contacts; null for others. */
export function contactResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const desk = fakeServer.contactsDesk;
  switch (request.route) {
    case 'GET /api/contacts':
      return { body: page(fakeServer, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/contacts/suggestions':
      return { body: { suggestions: suggestions(fakeServer, request) } };
    case 'GET /api/contacts/numbers/:id':
      return { body: pageOf(fakeServer, request.id) };
    case 'GET /api/contacts/numbers/:id/calls':
      return {
        body: { calls: callsOf(fakeServer, request.id).map(listed), hasMore: false, nextCursor: null },
      };
    case 'GET /api/contacts/export':
      return { body: { contacts: desk.contacts, nextCursor: null } };
    case 'POST /api/contacts': {
      const body = request.body as ContactBody;
      const known = desk.of(body.number).find(({ name }) => name === body.name);
      if (known !== undefined)
        return refused(409, 'contact_exists', `${known.name} with this number is there already.`);
      return changed(fakeServer, body.number, { body: { contact: desk.add(body) } });
    }
    case 'PUT /api/contacts/:id': {
      const { revision, ...body } = request.body as ChangeContactBody;
      const contact = desk.find(request.id);
      if (contact === undefined) return notFound;
      if (contact.revision !== revision)
        return refused(409, 'contact_changed', 'Somebody else has changed this contact meanwhile.', {
          contact,
        });
      const next = desk.put({ ...contact, ...body, revision: revision + 1 });
      return changed(fakeServer, body.number, { body: { contact: next } });
    }
    case 'DELETE /api/contacts/:id': {
      const contact = desk.find(request.id);
      if (contact === undefined) return notFound;
      desk.remove(contact.id);
      return changed(fakeServer, contact.number, { body: { deleted: true } });
    }
    default:
      return request.route.includes('/api/contacts/imports') ? importResponse(fakeServer, request) : null;
  }
}

function changed(fakeServer: FakeServer, number: string, response: FakeResponse): FakeResponse {
  fakeServer.emit({ type: 'contact.changed', number });
  return response;
}

function page({ contactsDesk: { contacts, doNotCall } }: FakeServer, query: URLSearchParams) {
  const search = (query.get('search') ?? '').toLowerCase();
  const found = contacts.filter(
    ({ name, number }) => name.toLowerCase().includes(search) || number.includes(search),
  );
  const limit = Number(query.get('limit') ?? 50);
  const start = Number(query.get('after') ?? 0);
  const shown = found.slice(start, start + limit);
  const hasMore = found.length > start + shown.length;
  return {
    contacts: shown.map((contact) => ({ ...contact, doNotCall: doNotCall.includes(contact.number) })),
    hasMore,
    nextCursor: hasMore ? String(start + shown.length) : null,
    total: contacts.length,
  };
}

function suggestions({ contactsDesk }: FakeServer, { url }: ReceivedRequest) {
  const text = (new URL(url, 'http://fake-server').searchParams.get('text') ?? '').toLowerCase();
  const found = contactsDesk.contacts.filter(
    ({ name, number }) => name.toLowerCase().includes(text) || number.includes(text),
  );
  return found.slice(0, 8).map(({ id, name, number }) => ({ id, name, number }));
}

function pageOf(fakeServer: FakeServer, number: string) {
  const { contactsDesk } = fakeServer;
  const own = callsOf(fakeServer, number);
  const isListed = contactsDesk.doNotCall.includes(number);
  return {
    number,
    contacts: contactsDesk.of(number),
    doNotCall: isListed ? { createdAt: '2026-10-12T09:00:00.000Z', unconfirmed: false } : null,
    calls: own.slice(0, shownOfNumber).map(listed),
    hasMoreCalls: own.length > shownOfNumber,
    followUps: own.flatMap(({ followUps = [] }) => followUps),
  };
}

const shownOfNumber = 20;

function callsOf({ calls }: FakeServer, number: string) {
  return calls.filter(({ direction, from, to }) => (direction === 'inbound' ? from : to) === number);
}

/** An import of the fake server is over as soon as it is started. */
function importResponse({ contactsDesk: desk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const found = desk.imports.find(({ id }) => id === request.id);
  switch (request.route.replace('/api/contacts/imports', '')) {
    case 'GET ':
      return { body: { imports: desk.imports } };
    case 'POST ': {
      const { fileName, parts } = request.body as CreateImportBody;
      const begun = importOf(desk.imports.length + 1, { state: 'uploading', fileName, parts });
      desk.imports = [begun, ...desk.imports];
      desk.parts = [];
      return { body: { import: begun } };
    }
    case 'PUT /:id/parts/:version':
      desk.parts.push((request.body as { content: string }).content);
      return found === undefined ? noImport : { body: { import: found } };
    case 'POST /:id/start':
      if (found !== undefined) found.state = 'done';
      return found === undefined ? noImport : { body: { import: found } };
    case 'POST /:id/undo':
      if (found === undefined) return noImport;
      found.state = 'undone';
      return { body: { import: found, removed: found.added, kept: 0 } };
    case 'GET /:id':
      return found === undefined
        ? noImport
        : { body: { import: found, errors: desk.importErrors, hasMoreErrors: false } };
    default:
      return null;
  }
}
