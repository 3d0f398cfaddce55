import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import type { Route } from '../route.ts';
import {
  createImportBody,
  importPartBody,
  importResponse,
  importsResponse,
  importWithErrorsResponse,
  startImportBody,
  undoImportResponse,
} from './import.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const id = z.string().check(z.maxLength(200));
const params = z.object({ id });
const reads = { guard: 'bearer', permission: 'contacts.read' } as const;
const writes = { guard: 'bearer', permission: 'contacts.write' } as const;

export const contactImportRoutes = {
  createContactImport: {
    method: 'POST',
    path: '/api/contacts/imports',
    ...writes,
    summary: 'Begin an import. The file is sent in parts, then the import is started.',
    body: createImportBody,
    response: importResponse,
    errors: ['invalid_request', 'import_too_large'],
  },
  listContactImports: {
    method: 'GET',
    path: '/api/contacts/imports',
    ...reads,
    summary: 'The latest imports.',
    response: importsResponse,
    errors: [],
  },
  putContactImportPart: {
    method: 'PUT',
    path: '/api/contacts/imports/:id/parts/:part',
    ...writes,
    summary: 'Send a part of the file, counted from 0. A part can be sent again.',
    params: z.object({
      id,
      part: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(limits.importPartsMax - 1)),
    }),
    body: importPartBody,
    bodyBytesMax: limits.importPartBytesMax,
    response: importResponse,
    errors: ['invalid_request', 'import_not_found', 'import_started'],
  },
  startContactImport: {
    method: 'POST',
    path: '/api/contacts/imports/:id/start',
    ...writes,
    summary: 'Read the file and add its contacts.',
    params,
    body: startImportBody,
    response: importResponse,
    errors: ['invalid_request', 'import_not_found', 'import_started', 'import_incomplete'],
  },
  getContactImport: {
    method: 'GET',
    path: '/api/contacts/imports/:id',
    ...reads,
    summary: 'How far an import is, and the rows that it refused.',
    params,
    response: importWithErrorsResponse,
    errors: ['import_not_found'],
  },
  undoContactImport: {
    method: 'POST',
    path: '/api/contacts/imports/:id/undo',
    ...writes,
    summary: 'Remove the contacts of an import that nobody has changed since.',
    params,
    response: undoImportResponse,
    errors: ['import_not_found', 'import_running'],
  },
} as const satisfies Record<string, Route>;
