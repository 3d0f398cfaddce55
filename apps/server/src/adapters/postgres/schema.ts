import type {
  AgentConfig,
  AuditAction,
  AuditActorKind,
  OpeningHours,
  OutcomeField,
  Pointing,
  Prices,
  Speaker,
  TryChannel,
  VoiceEngine,
  WebhookValues,
} from '@parley/contract';
import type { CallOrganization } from '../../ports/call-organization.ts';
import type { SecretPurpose } from '../../ports/vault.ts';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from './drizzle.ts';

/**
 * The tables as queries see them; calls have a file of their own, `calls-table.ts`. The SQL files in migrations/ create
 * them, and a test compares the two.
 */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const tenants = pgTable('tenants', {
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const organizations = pgTable('organizations', {
  tenantId: text('tenant_id').primaryKey(),
  revision: integer().notNull().default(1),
  name: text().notNull(),
  country: text(),
  timeZone: text('time_zone').notNull(),
  language: text().notNull(),
  currency: text().notNull(),
  openingHours: jsonb('opening_hours').$type<OpeningHours & { version: 1 }>().notNull(),
  prices: jsonb().$type<Prices & { version: 1 }>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at'),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
});

export const agents = pgTable('agents', {
  tenantId: text('tenant_id').notNull(),
  id: text().notNull(),
  displayName: text('display_name').notNull(),
  persona: text().notNull(),
  greeting: text().notNull(),
  abilities: text().notNull(),
  language: text().notNull().default('en-US'),
  voice: text(),
  engine: text().$type<VoiceEngine>(),
  model: text(),
  phoneNumber: text('phone_number'),
  transferNumber: text('transfer_number'),
  createdAt: instant('created_at').notNull().defaultNow(),
  draft: jsonb().$type<AgentConfig>().notNull(),
  draftRevision: integer('draft_revision').notNull().default(1),
  draftSavedAt: instant('draft_saved_at'),
  draftSavedBy: text('draft_saved_by'),
  draftSavedByName: text('draft_saved_by_name'),
  draftDiffers: boolean('draft_differs').notNull().default(false),
  publishedVersion: integer('published_version'),
  publishedAt: instant('published_at'),
  archivedAt: instant('archived_at'),
  editLoggedAt: instant('edit_logged_at'),
  editLoggedBy: text('edit_logged_by'),
  creationKey: text('creation_key'),
  creationFingerprint: text('creation_fingerprint'),
});

export const agentVersions = pgTable('agent_versions', {
  tenantId: text('tenant_id').notNull(),
  agentId: text('agent_id').notNull(),
  version: integer().notNull(),
  config: jsonb().$type<AgentConfig>().notNull(),
  note: text().notNull().default(''),
  publishedBy: text('published_by'),
  publishedByName: text('published_by_name'),
  publishedAt: instant('published_at').notNull().defaultNow(),
});

export const phoneNumbers = pgTable('phone_numbers', {
  id: uuid().notNull().defaultRandom(),
  tenantId: text('tenant_id').notNull(),
  number: text().notNull(),
  carrier: text().notNull().default(''),
  carrierAccount: text('carrier_account').notNull().default(''),
  label: text().notNull().default(''),
  agentId: text('agent_id'),
  setBy: text('set_by'),
  setAt: instant('set_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  connectionId: uuid('connection_id'),
  carrierSid: text('carrier_sid'),
  pointing: text().$type<Pointing>(),
  before: jsonb().$type<WebhookValues & { version: 1 }>(),
});

export const transcriptEntries = pgTable('transcript_entries', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  ordinal: integer().notNull(),
  speaker: text().$type<Speaker>().notNull(),
  message: text().notNull(),
  spokenAt: instant('spoken_at').notNull(),
  interrupted: boolean().notNull().default(false),
});

export const callEvents = pgTable('call_events', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  at: instant('at').notNull().defaultNow(),
  kind: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});

export const templates = pgTable('templates', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  agentId: text('agent_id').notNull(),
  name: text().notNull(),
  prompt: text().notNull(),
  placeholders: jsonb().$type<Record<string, string>>().notNull().default({}),
  outcomeFields: jsonb('outcome_fields').$type<OutcomeField[]>(),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const dialAttempts = pgTable('dial_attempts', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  callId: uuid('call_id').notNull(),
  userId: text('user_id').notNull(),
  idempotencyKey: text('idempotency_key'),
  fingerprint: text().notNull(),
  to: text('to_number').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const doNotCall = pgTable('do_not_call', {
  tenantId: text('tenant_id').notNull(),
  number: text().notNull(),
  source: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  callId: uuid('call_id'),
  unconfirmed: boolean().notNull().default(false),
  id: uuid().notNull().defaultRandom(),
  addedBy: text('added_by'),
  addedByName: text('added_by_name'),
});

export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tenantId: text('tenant_id'),
  at: instant('at').notNull().defaultNow(),
  actor: text().notNull(),
  action: text().$type<AuditAction>().notNull(),
  subject: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  actorKind: text('actor_kind').$type<AuditActorKind>(),
  address: text(),
  isRead: boolean('is_read').notNull().default(false),
});

export const streamTokens = pgTable('voice_passes', {
  digest: text().primaryKey(),
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  askedAt: instant('asked_at'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  closedAt: instant('closed_at'),
  session: integer().notNull().default(1),
  lost: boolean().notNull().default(false),
  organization: jsonb().$type<CallOrganization>(),
});

export const sessionCommands = pgTable('session_commands', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  callId: uuid('call_id').notNull(),
  session: integer().notNull(),
  kind: text().notNull(),
  arguments: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  requestedBy: text('requested_by').notNull(),
  state: text().$type<'pending' | 'taken' | 'done' | 'failed' | 'expired'>().notNull().default('pending'),
  result: text(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  takenAt: instant('taken_at'),
  finishedAt: instant('finished_at'),
});

export const liveSessions = pgTable('live_sessions', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  session: integer().notNull(),
  serverId: text('server_id').notNull(),
  leaseUntil: instant('lease_until').notNull(),
});

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const knowledgeSets = pgTable('knowledge_sets', {
  tenantId: text('tenant_id').notNull(),
  digest: text().notNull(),
  usedAt: instant('used_at').notNull().defaultNow(),
  forTries: boolean('for_tries').notNull().default(false),
});

export const knowledgeEntries = pgTable('knowledge_entries', {
  tenantId: text('tenant_id').notNull(),
  digest: text().notNull(),
  entryId: text('entry_id').notNull(),
  language: text().notNull(),
  title: text().notNull(),
  content: text().notNull(),
  words: tsvector().notNull(),
});

export const knowledgeQuestions = pgTable('knowledge_questions', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  callId: uuid('call_id').notNull(),
  agentId: text('agent_id'),
  question: text().notNull(),
  entries: jsonb().$type<{ id: string; title: string }[]>().notNull().default([]),
  askedAt: instant('asked_at').notNull().defaultNow(),
  dismissedAt: instant('dismissed_at'),
});

export const tries = pgTable('tries', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  agentId: text('agent_id').notNull(),
  userId: text('user_id').notNull(),
  channel: text().$type<TryChannel>().notNull(),
  config: jsonb().$type<AgentConfig>().notNull(),
  revision: integer().notNull(),
  seconds: doublePrecision().notNull().default(0),
  requests: integer().notNull().default(0),
  inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
  outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  recording: integer(),
});

export const tryEvents = pgTable('try_events', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  number: integer().notNull(),
  at: instant('at').notNull().defaultNow(),
  event: jsonb().$type<Record<string, unknown>>().notNull(),
});

export const tryUsage = pgTable('try_usage', {
  tenantId: text('tenant_id').notNull(),
  day: date().notNull(),
  model: text().notNull(),
  currency: text().notNull(),
  cost: bigint({ mode: 'number' }).notNull().default(0),
  tries: integer().notNull().default(0),
  seconds: doublePrecision().notNull().default(0),
  requests: integer().notNull().default(0),
  inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
  outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
});

export const outbox = pgTable('outbox', {
  tenantId: text('tenant_id').notNull(),
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  subject: text().notNull(),
  type: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  assigned: boolean().notNull().default(false),
});

export const outboxConsumers = pgTable('outbox_consumers', {
  name: text().primaryKey(),
  startsAfter: bigint('starts_after', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  types: text().array(),
});

export const outboxPositions = pgTable('outbox_positions', {
  tenantId: text('tenant_id').notNull(),
  consumer: text().notNull(),
  subject: text().notNull(),
  lastEvent: bigint('last_event', { mode: 'number' }).notNull(),
  doneEvent: bigint('done_event', { mode: 'number' }).notNull(),
  firstNewEvent: bigint('first_new_event', { mode: 'number' }),
  dueAt: instant('due_at').notNull(),
  claim: uuid(),
  failures: integer().notNull().default(0),
});

export const jobSchedules = pgTable('job_schedules', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tenantId: text('tenant_id'),
  queue: text().notNull(),
  key: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  cron: text(),
  zone: text(),
  nextAt: instant('next_at').notNull(),
  lastAt: instant('last_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const secrets = pgTable('secrets', {
  tenantId: text('tenant_id').notNull(),
  name: text().notNull(),
  purpose: text().$type<SecretPurpose>().notNull(),
  keyId: text('key_id').notNull(),
  sealed: text().notNull(),
  earlierKeyId: text('earlier_key_id'),
  earlierSealed: text('earlier_sealed'),
  setBy: text('set_by').notNull(),
  setAt: instant('set_at').notNull().defaultNow(),
});

export const deploymentKeys = pgTable('deployment_keys', {
  name: text().primaryKey(),
  keyId: text('key_id').notNull(),
  sealed: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
