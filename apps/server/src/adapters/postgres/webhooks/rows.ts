import type { Delivery, DeliveryDetail, WebhookEndpoint } from '@parley/contract';
import { webhookIdOf } from '../../../lib/webhook-signature.ts';
import type { webhookDeliveries, webhookEndpoints } from './tables.ts';

type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect & { readonly held: boolean };

/** Where secrets of an endpoint are in the vault. */
export const secretName = (endpointId: string) => `webhooks/${endpointId}/secret`;
export const earlierSecretName = (endpointId: string) => `webhooks/${endpointId}/earlier`;

export function shownEndpoint(row: EndpointRow, waiting: number): WebhookEndpoint {
  const { id, name, address, events, revision } = row;
  return {
    ...{ id, name, address, events, revision, waiting },
    enabled: row.offReason === null,
    off:
      row.offReason !== null && row.offAt !== null
        ? { reason: row.offReason, at: row.offAt.toISOString() }
        : null,
    failingSince: row.failingSince?.toISOString() ?? null,
    earlierSecretUntil: row.earlierSecretUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName === null ? null : { displayName: row.createdByName },
  };
}

export function shownDelivery(row: Omit<DeliveryRow, 'body'>): Delivery {
  const { id, type, callId, state, attempts, held } = row;
  const latest = row.made.attempts.at(-1);
  return {
    ...{ id, type, callId, state, attempts },
    webhookId: webhookIdOf(id),
    nextAt: state === 'waiting' ? row.nextAt.toISOString() : null,
    held: state === 'waiting' && held,
    last: latest
      ? {
          ...{ at: latest.at, milliseconds: latest.milliseconds, status: latest.status },
          problem: latest.problem,
        }
      : null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function shownDetail(row: DeliveryRow): DeliveryDetail {
  return { ...shownDelivery(row), body: row.body, made: row.made.attempts };
}
