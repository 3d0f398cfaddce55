import type { RetentionDays } from '@parley/contract';
import { erasureOf } from './data-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The responses of the routes of data; null for others. */
export function dataResponse({ dataDesk: desk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  switch (request.route) {
    case 'POST /api/data/person/find': {
      const { number } = request.body as { number: string };
      return { body: { number, records: desk.records, doNotCall: false } };
    }
    case 'POST /api/data/person/export':
      return { body: { fileName: 'person-2026-10-13.zip', archive: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' } };
    case 'POST /api/data/person/erase': {
      const erasure = erasureOf(9, {
        state: 'running',
        deleted: 0,
        blanked: 0,
        atCarrier: 0,
        finishedAt: null,
      });
      desk.erasures = [erasure, ...desk.erasures];
      return { body: { erasure } };
    }
    case 'GET /api/data/erasures':
      return { body: { erasures: desk.erasures } };
    case 'GET /api/data/retention':
      return { body: { retention: desk.retention } };
    case 'PUT /api/data/retention': {
      const { days } = request.body as { days: RetentionDays };
      const by = { changedBy: { displayName: 'Ines Marchetti' }, changedAt: '2026-10-13T10:00:00.000Z' };
      desk.retention = { days, revision: desk.retention.revision + 1, ...by };
      return { body: { retention: desk.retention } };
    }
    case 'POST /api/data/retention/preview':
      return { body: { transcripts: 1_204, calls: 17, audit: 5_310 } };
    default:
      return null;
  }
}
