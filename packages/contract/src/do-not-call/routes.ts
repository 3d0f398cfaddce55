import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import type { Route } from '../route.ts';
import {
  addDoNotCallBody,
  addDoNotCallResponse,
  doNotCallEntryResponse,
  doNotCallQuery,
  doNotCallResponse,
  exportDoNotCallQuery,
  exportDoNotCallResponse,
  importDoNotCallBody,
  importDoNotCallResponse,
  removeDoNotCallBody,
  removeDoNotCallResponse,
} from './entry.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const adds = { guard: 'bearer', permission: 'dnc.add' } as const;

export const doNotCallRoutes = {
  listDoNotCall: {
    method: 'GET',
    path: '/api/do-not-call',
    guard: 'bearer',
    permission: 'dnc.read',
    summary: 'Numbers that are never called, the latest first, a page at a time.',
    query: doNotCallQuery,
    response: doNotCallResponse,
    errors: ['invalid_request'],
  },
  addDoNotCall: {
    method: 'POST',
    path: '/api/do-not-call',
    ...adds,
    summary: 'Never call a number again. An entry that nobody had confirmed is confirmed by it.',
    body: addDoNotCallBody,
    response: addDoNotCallResponse,
    errors: ['invalid_request', 'invalid_phone_number', 'too_many_numbers'],
  },
  importDoNotCall: {
    method: 'POST',
    path: '/api/do-not-call/import',
    ...adds,
    summary: 'Put numbers of a file on the list, some rows at a time. Rows can be sent again.',
    body: importDoNotCallBody,
    bodyBytesMax: limits.doNotCallImportBytesMax,
    response: importDoNotCallResponse,
    errors: ['invalid_request', 'too_many_numbers'],
  },
  // Reading one by one is a viewer's; taking all of them away is not.
  exportDoNotCall: {
    method: 'GET',
    path: '/api/do-not-call/export',
    ...adds,
    summary: 'The whole list, a page at a time.',
    query: exportDoNotCallQuery,
    response: exportDoNotCallResponse,
    errors: ['invalid_request'],
  },
  confirmDoNotCall: {
    method: 'POST',
    path: '/api/do-not-call/:id/confirm',
    ...adds,
    summary: 'The owner of the number really does not want to be called.',
    params,
    response: doNotCallEntryResponse,
    errors: ['do_not_call_entry_not_found'],
  },
  removeDoNotCall: {
    method: 'POST',
    path: '/api/do-not-call/:id/remove',
    guard: 'bearer',
    permission: 'dnc.remove',
    summary: 'Let a number be called again, with a reason that the audit log keeps.',
    params,
    body: removeDoNotCallBody,
    response: removeDoNotCallResponse,
    errors: ['invalid_request', 'do_not_call_entry_not_found'],
  },
} as const satisfies Record<string, Route>;
