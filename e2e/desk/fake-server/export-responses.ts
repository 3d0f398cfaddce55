import type { CallExport, CreateExportBody } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

export const exportId = '019a8b5e-6c00-7000-a200-000000000001';
export const exportLink = '/api/downloads/once';

export function exportOf(more: Partial<CallExport> = {}): CallExport {
  return {
    ...{ id: exportId, state: 'running', problem: null, format: 'csv', rows: 0, total: 48_210 },
    ...{ createdAt: '2026-10-13T10:00:00.000Z', finishedAt: null },
    ...more,
  };
}

/** The responses of the routes of exports of calls; null for others. */
export function exportResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  switch (request.route) {
    case 'GET /api/calls/exports/preview':
      return {
        body: {
          calls: 48_210,
          fields: [
            { id: 'confirmed', label: 'Appointment confirmed' },
            { id: 'time', label: 'New time' },
          ],
        },
      };
    case 'POST /api/calls/exports':
      fakeServer.callExport = exportOf({
        ...{ state: 'waiting', format: (request.body as CreateExportBody).format },
      });
      return { body: { export: fakeServer.callExport, link: exportLink } };
    case `GET ${exportLink}`:
      fakeServer.callExport = { ...fakeServer.callExport, state: 'running', rows: 12_400 };
      return {
        body: 'Call ID\r\n',
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="calls.csv"' },
      };
    case 'GET /api/calls/exports/:id':
      return { body: { export: fakeServer.callExport } };
    case 'DELETE /api/calls/exports/:id':
      fakeServer.callExport = { ...fakeServer.callExport, state: 'cancelled' };
      return { body: { export: fakeServer.callExport } };
    default:
      return null;
  }
}
