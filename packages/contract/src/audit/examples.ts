import type { RouteExample } from '../route-example.ts';

const entry = {
  id: 1042,
  at: '2026-10-13T10:00:00.000Z',
  actor: { id: '019a8b5e-6c00-7000-8000-000000000009', kind: 'person', name: 'Front desk' },
  address: '203.0.113.7',
  action: 'call.read',
  kind: 'read',
  subject: '019a8b5e-6c00-7000-8000-000000000001',
  data: {},
};

export const auditExamples = {
  listAudit: { response: { entries: [entry], nextCursor: 1042 } },
  listAuditActors: { response: { actors: [entry.actor] } },
  exportAudit: { response: { entries: [entry], nextCursor: null } },
  getAuditEntry: { response: { entry: { ...entry, sealed: true } } },
} satisfies Record<string, RouteExample>;
