import type { Route } from '../route.ts';
import {
  erasePersonBody,
  erasureResponse,
  erasuresResponse,
  exportedPerson,
  foundPerson,
  personBody,
  retentionPreview,
  retentionPreviewBody,
  retentionResponse,
  saveRetentionBody,
} from './erasure.ts';

const manages = { guard: 'bearer', permission: 'data.manage' } as const;

export const dataRoutes = {
  findPerson: {
    method: 'POST',
    path: '/api/data/person/find',
    ...manages,
    summary: 'How much is stored about a number, by kind.',
    body: personBody,
    response: foundPerson,
    errors: ['invalid_request', 'invalid_phone_number'],
  },
  exportPerson: {
    method: 'POST',
    path: '/api/data/person/export',
    ...manages,
    summary: 'Everything that is stored about a number, as JSON and as a page to read, in one archive.',
    body: personBody,
    response: exportedPerson,
    errors: ['invalid_request', 'invalid_phone_number'],
  },
  erasePerson: {
    method: 'POST',
    path: '/api/data/person/erase',
    ...manages,
    summary:
      'Erase everything about a number, here and at the carrier. It goes on by itself and cannot be undone.',
    body: erasePersonBody,
    response: erasureResponse,
    errors: ['invalid_request', 'invalid_phone_number'],
  },
  listErasures: {
    method: 'GET',
    path: '/api/data/erasures',
    ...manages,
    summary: 'The latest erasures, and how far they are. They hold no number.',
    response: erasuresResponse,
    errors: [],
  },
  getRetention: {
    method: 'GET',
    path: '/api/data/retention',
    ...manages,
    summary: 'How long transcripts, calls and the audit log are kept.',
    response: retentionResponse,
    errors: [],
  },
  saveRetention: {
    method: 'PUT',
    path: '/api/data/retention',
    ...manages,
    summary:
      'Say how long transcripts, calls and the audit log are kept. What is older is deleted in the night.',
    body: saveRetentionBody,
    response: retentionResponse,
    errors: ['invalid_request', 'settings_changed'],
  },
  previewRetention: {
    method: 'POST',
    path: '/api/data/retention/preview',
    ...manages,
    summary: 'What would be deleted in the next night.',
    body: retentionPreviewBody,
    response: retentionPreview,
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, Route>;
