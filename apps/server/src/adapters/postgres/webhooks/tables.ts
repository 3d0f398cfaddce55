import type { DeliveryState, StoredAttempts, WebhookOffReason } from '@parley/contract';
import { bigint, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const webhookEndpoints = pgTable('webhook_endpoints', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  address: text().notNull(),
  events: text().array().notNull(),
  offReason: text('off_reason').$type<WebhookOffReason>(),
  offAt: instant('off_at'),
  failingSince: instant('failing_since'),
  earlierSecretUntil: instant('earlier_secret_until'),
  revision: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  eventId: bigint('event_id', { mode: 'number' }),
  type: text().notNull(),
  queue: text().notNull(),
  callId: uuid('call_id'),
  number: text(),
  body: text().notNull(),
  state: text().$type<DeliveryState>().notNull().default('waiting'),
  tries: integer().notNull().default(0),
  firstTryAt: instant('first_try_at'),
  attempts: integer().notNull().default(0),
  made: jsonb().$type<StoredAttempts>().notNull().default({ version: 1, attempts: [] }),
  nextAt: instant('next_at').notNull(),
  lease: uuid(),
  leaseUntil: instant('lease_until'),
  createdAt: instant('created_at').notNull(),
});
