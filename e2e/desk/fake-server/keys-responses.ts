import type { CreateApiKeyBody } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { exampleDocument } from './openapi-document.ts';

/** The responses of the routes of Settings ▸ Developers and of the reference of the API; null for others. */
export function keysResponse({ keysDesk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  switch (request.route) {
    case 'GET /api/openapi.json':
      return { body: exampleDocument };
    case 'GET /api/keys':
      return { body: { keys: keysDesk.keys } };
    case 'POST /api/keys': {
      const key = keysDesk.make(request.body as CreateApiKeyBody);
      return { body: { key, secret: `parley_${key.id}_${'s'.repeat(43)}` } };
    }
    case 'POST /api/keys/:id/revoke': {
      const key = keysDesk.keys.find(({ id }) => id === request.id);
      if (key === undefined)
        return { status: 404, body: { error: 'This key does not exist.', code: 'api_key_not_found' } };
      key.revokedAt = '2026-10-15T08:30:00.000Z';
      return { body: { key } };
    }
    default:
      return null;
  }
}
