import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import {
  auditActorsResponse,
  auditEntryResponse,
  auditExportQuery,
  auditQuery,
  auditResponse,
} from './audit-log.ts';

const reads = { method: 'GET', guard: 'bearer', permission: 'audit.read' } as const;

export const auditRoutes = {
  listAudit: {
    ...reads,
    path: '/api/audit',
    summary: 'Who did and read what, newest first, a page at a time.',
    query: auditQuery,
    response: auditResponse,
    errors: ['invalid_request'],
  },
  listAuditActors: {
    ...reads,
    path: '/api/audit/actors',
    summary: 'Everybody who has an entry in the audit log.',
    response: auditActorsResponse,
    errors: [],
  },
  exportAudit: {
    ...reads,
    path: '/api/audit/export',
    summary: 'The entries for a file, oldest first, a page at a time.',
    query: auditExportQuery,
    response: auditResponse,
    errors: ['invalid_request'],
  },
  getAuditEntry: {
    ...reads,
    path: '/api/audit/:id',
    summary: 'One entry, and whether it is sealed.',
    params: z.object({ id: z.string().check(z.maxLength(200)) }),
    response: auditEntryResponse,
    errors: ['audit_entry_not_found'],
  },
} as const satisfies Record<string, Route>;
