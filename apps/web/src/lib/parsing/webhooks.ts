import {
  type Delivery,
  type DeliveryDetail,
  delivery,
  deliveryDetailResponse,
  repeatRangeResponse,
  type WebhookEndpoint,
  webhookEndpoint,
  webhookSecretResponse,
} from '@parley/contract';
import { asObject, parseList } from './json.ts';

export function parseWebhooks(body: unknown): WebhookEndpoint[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.endpoints)) return undefined;
  return parseList(
    fields.endpoints,
    'webhook endpoint',
    (value) => webhookEndpoint.safeParse(value).data ?? null,
  );
}

export interface WebhookSecret {
  endpoint: WebhookEndpoint;
  secret: string;
}

export function parseWebhookSecret(body: unknown): WebhookSecret | undefined {
  return webhookSecretResponse.safeParse(body).data;
}

export interface DeliveriesPage {
  deliveries: Delivery[];
  nextCursor: string | null;
}

export function parseDeliveries(body: unknown): DeliveriesPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.deliveries)) return undefined;
  return {
    deliveries: parseList(fields.deliveries, 'delivery', (value) => delivery.safeParse(value).data ?? null),
    nextCursor: typeof fields.nextCursor === 'string' ? fields.nextCursor : null,
  };
}

export function parseDelivery(body: unknown): DeliveryDetail | undefined {
  return deliveryDetailResponse.safeParse(body).data?.delivery;
}

export interface RepeatedPart {
  repeated: number;
  /** Null where nothing is left. */
  next: string | null;
}

/** An answer that cannot be read is an error: nobody knows then where to go on. */
export function parseRepeated(body: unknown): RepeatedPart {
  return repeatRangeResponse.parse(body);
}
