import type { Speaker, VoiceEngine } from '@parley/contract';
import type { SecretPurpose } from '../../ports/vault.ts';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from './drizzle.ts';

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
});

export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  tenantId: text('tenant_id'),
  at: instant('at').notNull().defaultNow(),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});

export const streamTokens = pgTable('voice_passes', {
  digest: text().primaryKey(),
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  closedAt: instant('closed_at'),
  session: integer().notNull().default(1),
  lost: boolean().notNull().default(false),
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
