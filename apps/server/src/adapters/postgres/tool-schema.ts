import type { HttpToolConfig, McpServerConfig, TextDelivery, ToolCallState } from '@parley/contract';
import { boolean, integer, jsonb, pgTable, real, text, uuid } from './drizzle.ts';
import { instant } from './schema.ts';

/** The tables of tools, of what they did, of text messages and of hand-overs. */

const changed = {
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
};

export const tools = pgTable('tools', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  config: jsonb().$type<HttpToolConfig>().notNull(),
  revision: integer().notNull().default(1),
  creationKey: text('creation_key'),
  ...changed,
});

export const mcpServers = pgTable('mcp_servers', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  address: text().notNull(),
  config: jsonb().$type<McpServerConfig>().notNull(),
  revision: integer().notNull().default(1),
  creationKey: text('creation_key'),
  listedAt: instant('listed_at'),
  problem: text(),
  ...changed,
});

export const toolCalls = pgTable('tool_calls', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  id: text().notNull(),
  session: integer().notNull().default(0),
  ordinal: real().notNull(),
  toolId: uuid('tool_id'),
  mcpServerId: uuid('mcp_server_id'),
  name: text().notNull(),
  title: text().notNull(),
  input: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  state: text().$type<ToolCallState>().notNull(),
  answer: text(),
  sample: boolean().notNull().default(false),
  changes: boolean().notNull(),
  honoursKey: boolean('honours_key').notNull(),
  tries: integer().notNull().default(1),
  startedAt: instant('started_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  ms: integer(),
  answerOrdinal: real('answer_ordinal'),
  leaseUntil: instant('lease_until').notNull(),
  serverId: text('server_id').notNull(),
});

export const textMessages = pgTable('text_messages', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  callId: uuid('call_id').notNull(),
  toolCallId: text('tool_call_id').notNull(),
  toNumber: text('to_number').notNull(),
  fromNumber: text('from_number').notNull(),
  template: text().notNull(),
  body: text().notNull(),
  state: text().$type<'sending' | 'sent' | 'failed' | 'unknown'>().notNull(),
  carrierSid: text('carrier_sid'),
  error: text(),
  createdAt: instant('created_at').notNull().defaultNow(),
  delivery: text().$type<TextDelivery>(),
  deliveryCode: integer('delivery_code'),
});

export const textStops = pgTable('text_stops', {
  tenantId: text('tenant_id').notNull(),
  number: text().notNull(),
  stoppedAt: instant('stopped_at').notNull().defaultNow(),
});

export const handOvers = pgTable('hand_overs', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  n: integer().notNull(),
  target: text().notNull(),
  number: text().notNull(),
  kind: text().$type<'cold' | 'warm'>().notNull(),
  briefing: text().notNull().default(''),
  state: text().$type<'ringing' | 'briefing' | 'accepted' | 'bridged' | 'failed'>().notNull(),
  beganAt: instant('began_at').notNull().defaultNow(),
  acceptedAt: instant('accepted_at'),
  endedAt: instant('ended_at'),
  why: text(),
});
