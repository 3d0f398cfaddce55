import type {
  Recording,
  RecordingConsent,
  RecordingOffsetMethod,
  RecordingPeaks,
  RecordingProblem,
  RecordingState,
} from '@parley/contract';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const recordingSettings = pgTable('recording_settings', {
  tenantId: text('tenant_id').notNull(),
  enabled: boolean().notNull().default(false),
  agentIds: text('agent_ids').array().notNull().default([]),
  removeAtCarrier: boolean('remove_at_carrier').notNull().default(true),
  consent: text().$type<RecordingConsent>().notNull().default('announce'),
  agentConsent: jsonb('agent_consent').$type<Record<string, RecordingConsent>>().notNull().default({}),
  keepDays: integer('keep_days'),
  revision: integer().notNull().default(1),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

export const recordings = pgTable('recordings', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  state: text().$type<RecordingState>().notNull().default('recording'),
  problem: text().$type<RecordingProblem>(),
  carrier: text().notNull(),
  carrierAccount: text('carrier_account'),
  carrierSid: text('carrier_sid').notNull(),
  recordingSid: text('recording_sid'),
  storeId: text('store_id'),
  bytes: bigint({ mode: 'number' }),
  milliseconds: integer(),
  startedAt: instant('started_at'),
  soundStartsAt: instant('sound_starts_at'),
  offsetMethod: text('offset_method').$type<RecordingOffsetMethod>(),
  offsetErrorMs: integer('offset_error_ms'),
  agentChannel: integer('agent_channel').notNull().default(2),
  peaks: jsonb().$type<{ version: 1 } & RecordingPeaks>(),
  removeAtCarrier: boolean('remove_at_carrier').notNull(),
  consent: text().$type<RecordingConsent>().notNull().default('announce'),
  pausedAt: instant('paused_at'),
  pausedByPerson: boolean('paused_by_person').notNull().default(false),
  pausedUntil: instant('paused_until'),
  atCarrier: text('at_carrier').$type<Recording['atCarrier']>().notNull().default('kept'),
  tries: integer().notNull().default(0),
  tryAt: instant('try_at'),
  heldUntil: instant('held_until'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const recordingDeletions = pgTable('recording_deletions', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  carrier: text().notNull(),
  carrierAccount: text('carrier_account'),
  carrierSid: text('carrier_sid').notNull(),
  recordingSid: text('recording_sid'),
  storeId: text('store_id'),
  inFlight: boolean('in_flight').notNull(),
  atCarrier: boolean('at_carrier').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  tryAt: instant('try_at').notNull().defaultNow(),
});
