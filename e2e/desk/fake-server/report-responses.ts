import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The responses of the report and of what was spent; null for other routes. */
export function reportResponse({ reportDesk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  if (request.route === 'GET /api/spending') return { body: { spending: reportDesk.spending } };
  if (request.route !== 'GET /api/reports') return null;
  const params = new URL(request.url, 'http://fake-server').searchParams;
  return { body: { report: reportDesk.reportOf(params.get('from') ?? '', params.get('to') ?? '') } };
}
