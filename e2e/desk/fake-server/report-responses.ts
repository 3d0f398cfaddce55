import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The response of the report; null for other routes. */
export function reportResponse({ reportDesk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  if (request.route !== 'GET /api/reports') return null;
  const params = new URL(request.url, 'http://fake-server').searchParams;
  return { body: { report: reportDesk.reportOf(params.get('from') ?? '', params.get('to') ?? '') } };
}
