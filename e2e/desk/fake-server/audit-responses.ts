import { type AuditDesk, auditActors } from './audit-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The responses of the routes of the audit log; null for others. */
export function auditResponse({ auditDesk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const params = new URL(request.url, 'http://fake-server').searchParams;
  switch (request.route) {
    case 'GET /api/audit': {
      const before = Number(params.get('before') ?? Number.MAX_SAFE_INTEGER);
      const found = auditDesk.found(params).filter(({ id }) => id < before);
      const entries = found.slice(0, 100);
      return { body: { entries, nextCursor: found.length > 100 ? (entries.at(-1)?.id ?? null) : null } };
    }
    case 'GET /api/audit/actors':
      return { body: { actors: auditActors } };
    case 'GET /api/audit/export':
      return { body: { entries: auditDesk.found(params).toReversed(), nextCursor: null } };
    default:
      return request.route.startsWith('GET /api/audit/') ? one(auditDesk, request) : null;
  }
}

function one({ entries, sealed }: AuditDesk, { url }: ReceivedRequest): FakeResponse {
  const id = Number(url.split('/').at(-1));
  const entry = entries.find((each) => each.id === id);
  if (entry === undefined)
    return {
      status: 404,
      body: { error: 'There is no such entry in the audit log.', code: 'audit_entry_not_found' },
    };
  return { body: { entry: { ...entry, sealed } } };
}
