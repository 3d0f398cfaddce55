import type {
  Call,
  CallDetail,
  CallDirection,
  CallReason,
  CallStatus,
  SummaryState,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';
import { getTableColumns } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { CarrierName } from '../../ports/call.ts';
import { type FieldSources, rowReader } from './row-reader.ts';
import { instant } from './schema.ts';

/** The columns of a call. Changes select all of them as a `CallRecord`; pages read the fields below. */
export const calls = pgTable('calls', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  agentId: text('agent_id'),
  carrier: text().$type<CarrierName>().notNull(),
  carrierAccount: text('carrier_account'),
  direction: text().$type<CallDirection>().notNull(),
  from: text('from_number'),
  to: text('to_number'),
  status: text().$type<CallStatus>().notNull(),
  reason: text().$type<CallReason>(),
  instructions: text(),
  placedBy: text('placed_by'),
  placedByName: text('placed_by_name'),
  carrierSid: text('carrier_sid'),
  sendingAt: instant('sending_at'),
  endRequestedAt: instant('end_requested_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
  endedAt: instant('ended_at'),
  duration: integer(),
  answeredBy: text('answered_by'),
  summary: text(),
  summaryState: text('summary_state').$type<SummaryState>().notNull().default('none'),
  engine: text().$type<VoiceEngine>().notNull(),
  turns: jsonb().$type<TurnTiming[]>().notNull().default([]),
  checkedAt: instant('checked_at').notNull().defaultNow(),
  session: integer().notNull().default(1),
  agentVersion: integer('agent_version'),
  mode: text().$type<'live' | 'try'>().notNull().default('live'),
  voicemailMessageAt: instant('voicemail_message_at'),
});

/** What the API shows of a call: each field with its column. A field of the contract that is missing does not compile. */
const callFields: FieldSources<Call> = {
  _id: calls.id,
  agentId: calls.agentId,
  direction: calls.direction,
  from: calls.from,
  to: calls.to,
  status: calls.status,
  reason: calls.reason,
  instructions: calls.instructions,
  duration: calls.duration,
  createdAt: calls.createdAt,
  answeredAt: calls.answeredAt,
  endTime: calls.endedAt,
  summary: calls.summary,
  summaryState: calls.summaryState,
  sandbox: "carrier = 'lab'",
  engine: calls.engine,
};

/** The detail page shows these too. */
const detailFields: FieldSources<Omit<CallDetail, 'transcript' | 'knowledge'>> = {
  ...callFields,
  turns: calls.turns,
  agentVersion: calls.agentVersion,
  placedBy: "case when placed_by_name is not null then json_build_object('displayName', placed_by_name) end",
};

export const callReader = rowReader<Call>(callFields);
export const detailReader = rowReader<Omit<CallDetail, 'transcript' | 'knowledge'>>(detailFields);

const shownColumns = new Set(Object.values(callFields));

const shownProperties = new Set(
  Object.entries(getTableColumns(calls)).flatMap(([property, column]) =>
    shownColumns.has(column) ? [property] : [],
  ),
);

/** Whether open pages show this property of a call record: a change of it is published. */
export function isShown(property: string): boolean {
  return shownProperties.has(property);
}
