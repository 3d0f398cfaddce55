import type {
  AttemptResult,
  CampaignEventKind,
  CampaignFile,
  CampaignPolicy,
  CampaignState,
  ConsentGiven,
  ConsentPurpose,
  PauseReason,
  RecipientState,
  RecipientWait,
  RowReason,
  Side,
  ZoneSource,
} from '@parley/contract';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export type StoredPolicy = { readonly version: 1 } & CampaignPolicy;
export type StoredFile = { readonly version: 1 } & Omit<CampaignFile, 'file'>;

export const campaigns = pgTable('campaigns', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  purpose: text().$type<ConsentPurpose>().notNull(),
  agentId: text('agent_id').notNull(),
  templateId: uuid('template_id').notNull(),
  prompt: text().notNull(),
  defaults: jsonb().$type<Record<string, string>>().notNull(),
  policy: jsonb().$type<StoredPolicy>().notNull(),
  file: jsonb().$type<StoredFile>(),
  fileNumber: integer('file_number').notNull().default(0),
  fileDigest: text('file_digest'),
  rows: integer().notNull().default(0),
  revision: integer().notNull().default(1),
  state: text().$type<CampaignState>().notNull().default('draft'),
  side: text().$type<Side>(),
  agentVersion: integer('agent_version'),
  ground: boolean().notNull().default(false),
  pretendMs: integer('pretend_ms'),
  startAt: instant('start_at'),
  startedAt: instant('started_at'),
  endedAt: instant('ended_at'),
  pauseReason: text('pause_reason').$type<PauseReason>(),
  pauseDetail: text('pause_detail').notNull().default(''),
  pausedAt: instant('paused_at'),
  stopNow: boolean('stop_now').notNull().default(false),
  breakerSince: instant('breaker_since'),
  parentId: uuid('parent_id'),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

export const recipients = pgTable('recipients', {
  tenantId: text('tenant_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  row: integer().notNull(),
  state: text().$type<RecipientState>().notNull(),
  reason: text().$type<RowReason>(),
  detail: text().notNull().default(''),
  number: text(),
  name: text().notNull().default(''),
  nameKey: text('name_key').notNull().default(''),
  zones: text().array().notNull().default([]),
  zoneSource: text('zone_source').$type<ZoneSource>(),
  consent: jsonb()
    .$type<{ version: 1; given: ConsentGiven[] }>()
    .notNull()
    .default({ version: 1, given: [] }),
  externalId: text('external_id').notNull().default(''),
  notes: text().notNull().default(''),
  cells: jsonb().$type<string[]>().notNull(),
  attempts: integer().notNull().default(0),
  nextAt: instant('next_at').notNull(),
  leaseUntil: instant('lease_until'),
  waits: text().$type<RecipientWait>(),
  waitsZone: text('waits_zone'),
  result: text().$type<AttemptResult>(),
  callId: uuid('call_id'),
});

export const recipientAttempts = pgTable('recipient_attempts', {
  tenantId: text('tenant_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  row: integer().notNull(),
  attempt: integer().notNull(),
  callId: uuid('call_id').notNull(),
  person: text().notNull(),
  numberDigest: text('number_digest'),
  purpose: text().$type<ConsentPurpose>().notNull(),
  side: text().$type<Side>(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
  result: text().$type<AttemptResult>(),
  counts: boolean().notNull().default(true),
  detail: text().notNull().default(''),
  abandoned: boolean(),
});

export const campaignEvents = pgTable('campaign_events', {
  tenantId: text('tenant_id').notNull(),
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  campaignId: uuid('campaign_id').notNull(),
  at: instant('at').notNull(),
  kind: text().$type<CampaignEventKind>().notNull(),
  reason: text().notNull().default(''),
  detail: text().notNull().default(''),
  row: integer(),
  actor: text(),
  actorName: text('actor_name'),
});
