import type { RouteExample } from '../route-example.ts';
import type { Erasure } from './erasure.ts';
import type { dataRoutes } from './routes.ts';

const erasure: Erasure = {
  id: '019a8b5e-6c00-7000-8000-000000000050',
  state: 'running',
  problem: null,
  deleted: 0,
  blanked: 0,
  atCarrier: 0,
  leftAtCarrier: 0,
  requestedBy: { displayName: 'Ines Marchetti' },
  requestedAt: '2026-10-13T10:00:00.000Z',
  finishedAt: null,
  repeated: false,
};
const days = { transcripts: 90, calls: 365, audit: 2_190 };
const retention = {
  days,
  revision: 1,
  changedBy: { displayName: 'Ines Marchetti' },
  changedAt: '2026-10-13T10:00:00.000Z',
};
const number = '+15005550010';

/** Of the routes of `data/`. */
export const dataExamples: Readonly<Record<keyof typeof dataRoutes, RouteExample>> = {
  findPerson: {
    body: { number },
    response: { number, records: [{ kind: 'Calls', count: 3 }], doNotCall: false },
  },
  exportPerson: { body: { number }, response: { fileName: 'person.zip', archive: 'UEsFBg==' } },
  erasePerson: { body: { number, neverCall: true }, response: { erasure } },
  listErasures: { response: { erasures: [erasure] } },
  getRetention: { response: { retention } },
  saveRetention: { body: { days, revision: 0 }, response: { retention } },
  previewRetention: { body: { days }, response: { transcripts: 12, calls: 3, audit: 840 } },
};
