import * as z from 'zod/mini';
import { callsQuery, callsResponse } from '../calls.ts';
import type { Route } from '../route.ts';
import {
  changeContactBody,
  contactBody,
  contactResponse,
  contactsQuery,
  contactsResponse,
  deleteContactResponse,
  exportContactsQuery,
  exportContactsResponse,
  suggestionsQuery,
  suggestionsResponse,
} from './contact.ts';
import { contactPage } from './contact-page.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const ofNumber = z.object({ number: z.string().check(z.maxLength(200)) });
const reads = { guard: 'bearer', permission: 'contacts.read' } as const;
const writes = { guard: 'bearer', permission: 'contacts.write' } as const;

export const contactRoutes = {
  listContacts: {
    method: 'GET',
    path: '/api/contacts',
    ...reads,
    summary: 'Contacts by name, a page at a time; with a search those whose name or number it begins.',
    query: contactsQuery,
    response: contactsResponse,
    errors: ['invalid_request'],
  },
  suggestContacts: {
    method: 'GET',
    path: '/api/contacts/suggestions',
    ...reads,
    summary: 'A few contacts whose name or number begins with a text.',
    query: suggestionsQuery,
    response: suggestionsResponse,
    errors: ['invalid_request'],
  },
  getContactPage: {
    method: 'GET',
    path: '/api/contacts/numbers/:number',
    ...reads,
    summary: 'Everything about a number: its contacts, calls, follow-ups and whether it may be called.',
    params: ofNumber,
    response: contactPage,
    errors: ['invalid_phone_number'],
  },
  listCallsOfNumber: {
    method: 'GET',
    path: '/api/contacts/numbers/:number/calls',
    guard: 'bearer',
    permission: 'calls.read',
    summary: 'The calls from and to a number, newest first, a page at a time.',
    params: ofNumber,
    query: callsQuery,
    response: callsResponse,
    errors: ['invalid_request', 'invalid_phone_number'],
  },
  createContact: {
    method: 'POST',
    path: '/api/contacts',
    ...writes,
    summary: 'Add a contact.',
    body: contactBody,
    response: contactResponse,
    errors: [
      'invalid_request',
      'invalid_phone_number',
      'contact_exists',
      'too_many_contacts',
      'too_many_people',
    ],
  },
  changeContact: {
    method: 'PUT',
    path: '/api/contacts/:id',
    ...writes,
    summary: 'Change a contact.',
    params,
    body: changeContactBody,
    response: contactResponse,
    errors: [
      'invalid_request',
      'invalid_phone_number',
      'contact_not_found',
      'contact_exists',
      'contact_changed',
      'too_many_people',
    ],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/api/contacts/:id',
    ...writes,
    summary: 'Remove a contact. Its calls and follow-ups stay, as those of the number.',
    params,
    response: deleteContactResponse,
    errors: ['contact_not_found'],
  },
  // Reading one by one is a viewer's; taking all of them away is not.
  exportContacts: {
    method: 'GET',
    path: '/api/contacts/export',
    ...writes,
    summary: 'All contacts, a page at a time.',
    query: exportContactsQuery,
    response: exportContactsResponse,
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, Route>;
