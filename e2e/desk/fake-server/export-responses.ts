import type { CreateExportBody } from '@parley/contract';
import { exportLink, exportOf, resultsLink } from './export-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

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
    case `GET ${resultsLink}`:
      return {
        body: `\uFEFFName,Row\r\n${fakeServer.watched.people.map(({ name, row }) => `${name},${row}\r\n`).join('')}`,
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="results.csv"' },
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
