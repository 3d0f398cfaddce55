import type { ChangeWebhookBody, CreateWebhookBody } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { deliveryOf, webhookOf } from './webhooks-desk.ts';

const secret = `whsec_${'s'.repeat(43)}=`;
const missing = {
  ...{ status: 404, body: { error: 'This endpoint does not exist.', code: 'webhook_not_found' } },
};
const pageSize = 20;

/** The responses of the routes of webhooks; null for others. */
export function webhooksResponse(
  { webhooksDesk }: FakeServer,
  request: ReceivedRequest,
): FakeResponse | null {
  const { route } = request;
  if (!/ \/api\/webhooks(\/|$)/.test(route)) return null;
  if (route === 'GET /api/webhooks') return { body: { endpoints: webhooksDesk.endpoints } };
  if (route === 'POST /api/webhooks') {
    const { name, address, events } = request.body as CreateWebhookBody;
    const endpoint = webhookOf(100 + webhooksDesk.endpoints.length, name.trim(), { address, events });
    webhooksDesk.endpoints = [endpoint, ...webhooksDesk.endpoints];
    return { body: { endpoint, secret } };
  }
  const endpoint = webhooksDesk.find(request.id);
  if (endpoint === undefined) return missing;
  switch (route) {
    case 'PUT /api/webhooks/:id': {
      const { name, address, events, enabled } = request.body as ChangeWebhookBody;
      const off = enabled ? null : { reason: 'person' as const, at: '2026-10-14T10:00:00.000Z' };
      Object.assign(endpoint, { name, address, events, enabled, off, revision: endpoint.revision + 1 });
      return { body: { endpoint } };
    }
    case 'POST /api/webhooks/:id/rotate':
      endpoint.earlierSecretUntil = '2026-10-15T10:00:00.000Z';
      return { body: { endpoint, secret } };
    case 'DELETE /api/webhooks/:id':
      webhooksDesk.endpoints = webhooksDesk.endpoints.filter((one) => one !== endpoint);
      return { body: { deleted: true } };
    case 'POST /api/webhooks/:id/test': {
      const { body: _, made: __, ...delivery } = deliveryOf(50, { type: 'webhook.test' });
      return { body: { delivery } };
    }
    case 'POST /api/webhooks/:id/repeat':
      return webhooksDesk.parts.shift() ?? { body: { repeated: 0, hasMore: false, next: null } };
    case 'GET /api/webhooks/:id/deliveries': {
      const query = new URL(request.url, 'http://fake-server').searchParams;
      const state = query.get('state');
      const after = query.get('after');
      const all = webhooksDesk.deliveries.filter((one) => state === null || one.state === state);
      const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const page = all.slice(from, from + pageSize);
      const hasMore = from + pageSize < all.length;
      return { body: { deliveries: page, hasMore, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null } };
    }
    default: {
      const delivery = webhooksDesk.deliveries.find(({ id }) => request.url.includes(id));
      return delivery ? { body: { delivery } } : missing;
    }
  }
}
