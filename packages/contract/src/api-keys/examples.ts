import type { RouteExample } from '../route-example.ts';
import type { ApiKey } from './key.ts';
import type { apiKeyRoutes } from './routes.ts';

const key: ApiKey = {
  id: 'k3v9x2m7q4tb',
  name: 'Practice software',
  permissions: ['calls.read', 'calls.place'],
  requestsPerMinute: 600,
  createdAt: '2026-10-13T10:00:00.000Z',
  createdBy: { displayName: 'Front desk' },
  expiresAt: '2027-10-13T10:00:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-10-14T09:00:00.000Z',
};

/** Of the routes of `api-keys/`. */
export const apiKeyExamples: Readonly<Record<keyof typeof apiKeyRoutes, RouteExample>> = {
  listApiKeys: { response: { keys: [key] } },
  createApiKey: {
    body: { name: key.name, permissions: key.permissions },
    response: {
      key: { ...key, expiresAt: null, lastUsedAt: null },
      secret: `parley_${key.id}_${'x'.repeat(43)}`,
    },
  },
  revokeApiKey: { response: { key: { ...key, revokedAt: '2026-10-15T08:30:00.000Z' } } },
};
