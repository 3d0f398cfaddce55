import type { RouteExample } from '../route-example.ts';
import type { DoNotCallEntry } from './entry.ts';
import type { doNotCallRoutes } from './routes.ts';

const entry: DoNotCallEntry = {
  id: '019a8b5e-6c00-7000-8000-000000000040',
  number: '+15005550010',
  source: 'call',
  callId: '019a8b5e-6c00-7000-8000-000000000001',
  unconfirmed: false,
  addedBy: null,
  createdAt: '2026-10-13T10:00:40.000Z',
};

/** Of the routes of `do-not-call/`. */
export const doNotCallExamples: Readonly<Record<keyof typeof doNotCallRoutes, RouteExample>> = {
  listDoNotCall: {
    response: { entries: [entry], hasMore: false, nextCursor: null, total: 1, unconfirmed: 0 },
  },
  addDoNotCall: {
    body: { number: '+15005550010' },
    response: { entry: { ...entry, source: 'hand', callId: null }, added: true },
  },
  importDoNotCall: {
    body: { rows: [{ row: 2, number: '+15005550010' }], country: 'US' },
    response: { added: 1, present: 0, refused: [] },
  },
  exportDoNotCall: { response: { entries: [entry], nextCursor: null } },
  confirmDoNotCall: { response: { entry } },
  removeDoNotCall: { body: { reason: 'mistake' }, response: { removed: true, entry } },
};
