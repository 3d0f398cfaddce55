import * as z from 'zod/mini';
import { callFilters } from '../call-search/filters.ts';
import type { Route } from '../route.ts';
import {
  callExportResponse,
  createExportBody,
  createExportResponse,
  exportPreviewResponse,
} from './export.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const exports = { guard: 'bearer', permission: 'calls.export' } as const;

export const callExportRoutes = {
  previewExport: {
    method: 'GET',
    path: '/api/calls/exports/preview',
    ...exports,
    summary: 'How many calls fit the filters, and which outcome fields a file could have.',
    query: callFilters,
    response: exportPreviewResponse,
    errors: ['invalid_request'],
  },
  createExport: {
    method: 'POST',
    path: '/api/calls/exports',
    ...exports,
    summary: 'Ask for the calls that fit the filters as a file. The answer has a link that works once.',
    body: createExportBody,
    response: createExportResponse,
    errors: ['invalid_request', 'export_running', 'too_many_exports'],
  },
  getExport: {
    method: 'GET',
    path: '/api/calls/exports/:id',
    ...exports,
    summary: 'How far an export of your own is.',
    params,
    response: callExportResponse,
    errors: ['export_not_found'],
  },
  cancelExport: {
    method: 'DELETE',
    path: '/api/calls/exports/:id',
    ...exports,
    summary: 'Stop an export of your own. The file ends where it is.',
    params,
    response: callExportResponse,
    errors: ['export_not_found'],
  },
} as const satisfies Record<string, Route>;

/** Where the file is fetched from: the token stands for whoever asked for it, so that a browser can save it by itself. */
export const downloadPath = (token: string) => `/api/downloads/${token}`;
