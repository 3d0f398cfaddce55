import { tooManyWebhooksSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { type HostGuard, HostRefused } from '../../lib/host-guard.ts';
import { newWebhookSecret } from '../../lib/webhook-signature.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { WebhookStore } from '../../ports/webhooks.ts';
import { testBody } from './event-body.ts';

export type WebhookEndpoints = Pick<
  Endpoints,
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'rotateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'getDelivery'
  | 'repeatDelivery'
  | 'repeatDeliveries'
>;

export interface WebhookEndpointDeps {
  readonly webhooks: WebhookStore;
  readonly guardOf: (tenantId: string) => HostGuard;
  /** Of requests that make this server ask somebody else. */
  readonly limit: { take(tenantId: string): void };
  readonly clock: Clock;
  /** There is something to send. */
  readonly wake: () => void;
}

/** How long the secret before signs too. */
const earlierForMs = 24 * 60 * 60 * 1_000;

export function webhookEndpoints({
  webhooks,
  guardOf,
  limit,
  clock,
  wake,
}: WebhookEndpointDeps): WebhookEndpoints {
  return {
    listWebhooks: async ({ caller }) => ({ endpoints: await webhooks.list(caller.tenantId) }),

    createWebhook: async ({ caller, body }) => {
      assertAllowed(guardOf(caller.tenantId), body.address.trim());
      const secret = newWebhookSecret();
      const endpoint = await webhooks.create(caller, body, secret, clock.now());
      if (endpoint === null) throw new AppError('too_many_webhooks', tooManyWebhooksSentence);
      return { endpoint, secret };
    },

    changeWebhook: async ({ caller, params, body }) => {
      assertAllowed(guardOf(caller.tenantId), body.address.trim());
      const endpoint = present(await webhooks.change(caller, params.id, body, clock.now()));
      if (endpoint.enabled) wake();
      return { endpoint };
    },

    rotateWebhook: async ({ caller, params, body }) => {
      const secret = newWebhookSecret();
      const until = new Date(clock.time() + earlierForMs);
      const endpoint = present(await webhooks.rotate(caller, params.id, body.revision, secret, until));
      return { endpoint, secret };
    },

    deleteWebhook: async ({ caller, params }) => {
      if (!(await webhooks.remove(caller, params.id))) throw missing();
      return { deleted: true };
    },

    testWebhook: async ({ caller, params }) => {
      const id = params.id.toLowerCase();
      // Before it counts: whoever guesses ids gets the same answer however often.
      if ((await webhooks.list(caller.tenantId)).every((endpoint) => endpoint.id !== id)) throw missing();
      limit.take(caller.tenantId);
      const now = clock.now();
      const delivery = present(await webhooks.addTest(caller, params.id, (id) => testBody(id, now), now));
      wake();
      return { delivery };
    },

    listDeliveries: async ({ caller, params, query }) => {
      const page = await webhooks.deliveries(caller.tenantId, params.id, query);
      if (page === null) throw missing();
      return page;
    },

    getDelivery: async ({ caller, params }) => ({
      delivery: present(await webhooks.delivery(caller.tenantId, params.id, params.deliveryId)),
    }),

    repeatDelivery: async ({ caller, params }) => {
      const delivery = present(await webhooks.repeat(caller, params.id, params.deliveryId, clock.now()));
      wake();
      return { delivery };
    },

    repeatDeliveries: async ({ caller, params, body }) => {
      if (Date.parse(body.from) >= Date.parse(body.to))
        throw new AppError('invalid_request', 'The end of the range is not after its beginning.');
      const result = present(await webhooks.repeatRange(caller, params.id, body, clock.now()));
      wake();
      return { ...result };
    },
  };
}

type Refusal = 'missing' | 'changed' | 'off' | 'no delivery';

const refusals = {
  missing: ['webhook_not_found', 'This endpoint does not exist.'],
  changed: ['webhook_changed', 'Somebody has changed this endpoint meanwhile. Look at it again.'],
  off: ['webhook_off', 'This endpoint is switched off. Switch it on first.'],
  'no delivery': ['delivery_not_found', 'This delivery does not exist any more.'],
} as const;

function present<T extends object>(result: T | Refusal): T {
  if (typeof result !== 'string') return result;
  const [code, sentence] = refusals[result as Refusal];
  throw new AppError(code, sentence);
}

const missing = () => new AppError(...refusals.missing);

/** As far as can be told without asking a name server; names are judged again with each connection. */
function assertAllowed(guard: HostGuard, address: string): void {
  const refusal = guard.refusalOf(address);
  if (refusal === null) return;
  const code = refusal === 'invalid' || refusal === 'login' ? 'invalid_request' : 'host_not_allowed';
  throw new AppError(code, new HostRefused(refusal).message);
}
