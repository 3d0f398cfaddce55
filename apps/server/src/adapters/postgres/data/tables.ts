import { boolean, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const erasures = pgTable('erasures', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  digest: text().notNull(),
  number: text().notNull(),
  state: text().notNull(),
  neverCall: boolean('never_call').notNull(),
  problem: text(),
  deleted: jsonb().$type<Record<string, number>>().notNull().default({}),
  blanked: jsonb().$type<Record<string, number>>().notNull().default({}),
  atCarrier: integer('at_carrier').notNull().default(0),
  repeated: boolean().notNull().default(false),
  requestedBy: text('requested_by').notNull(),
  requestedByName: text('requested_by_name'),
  requestedAt: instant('requested_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
});

export const carrierDeletions = pgTable('carrier_deletions', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull().defaultRandom(),
  erasureId: uuid('erasure_id').notNull(),
  kind: text().notNull(),
  carrier: text().notNull(),
  carrierAccount: text('carrier_account'),
  carrierSid: text('carrier_sid').notNull(),
});

export const retention = pgTable('retention', {
  tenantId: text('tenant_id').primaryKey(),
  transcriptsDays: integer('transcripts_days'),
  callsDays: integer('calls_days'),
  auditDays: integer('audit_days'),
  revision: integer().notNull().default(1),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
  changedAt: instant('changed_at').notNull().defaultNow(),
});
