import type {
  Call,
  CallCost,
  CallDetail,
  CallDirection,
  CallOutcome,
  CallReason,
  CallResult,
  CallStatus,
  ConsentPurpose,
  ContactOfNumber,
  NamedParty,
  OutcomeState,
  RecordingDeleted,
  RecordingState,
  SummaryState,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';
import type { Attestation, CarrierName, MachineOrder } from '../../ports/call.ts';
import { amdAnswer } from './amd-answer.ts';
import { costOfCall } from './costs/cost-of-call.ts';
import { getTableColumns, integer, jsonb, pgTable, text, uuid } from './drizzle.ts';
import { questionsOfCall, readQuestions } from './knowledge-questions.ts';
import { type StoredOutcome, storedOutcomeOf } from './outcomes/read.ts';
import type { RegisteredTable } from './personal-data/registered-table.ts';
import { type ReadValue, rowReader } from './row-reader.ts';
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
  answeredBy: amdAnswer('answered_by'),
  sipCode: integer('sip_code'),
  attestation: text().$type<Attestation>(),
  summary: text(),
  summaryState: text('summary_state').$type<SummaryState>().notNull().default('none'),
  engine: text().$type<VoiceEngine>().notNull(),
  turns: jsonb().$type<TurnTiming[]>().notNull().default([]),
  checkedAt: instant('checked_at').notNull().defaultNow(),
  session: integer().notNull().default(1),
  agentVersion: integer('agent_version'),
  mode: text().$type<'live' | 'try' | 'deleted'>().notNull().default('live'),
  voicemailMessageAt: instant('voicemail_message_at'),
  connectionId: uuid('connection_id'),
  voiceSource: text('voice_source'),
  callbackUrl: text('callback_url'),
  outcome: jsonb().$type<CallOutcome>(),
  outcomeResult: text('outcome_result').$type<CallResult>(),
  outcomeState: text('outcome_state').$type<OutcomeState>().notNull().default('none'),
  outcomeRun: integer('outcome_run').notNull().default(0),
  templateId: uuid('template_id'),
  contactId: uuid('contact_id'),
  followUpId: uuid('follow_up_id'),
  campaignId: uuid('campaign_id'),
  purpose: text().$type<ConsentPurpose>(),
  onMachine: text('on_machine').$type<MachineOrder>(),
  externalId: text('external_id'),
  deletedAt: instant('deleted_at'),
  recordingDeletedAt: instant('recording_deleted_at'),
  recordingDeletedWith: text('recording_deleted_with').$type<RecordingDeleted['with']>(),
});

/** What each column that can hold text says about people, for the registry of personal data. */
export const callColumns: RegisteredTable['columns'] = {
  ...{ tenant_id: 'none', agent_id: 'none', direction: 'none', status: 'none', reason: 'none', mode: 'none' },
  ...{ carrier: 'none', carrier_account: 'none', carrier_sid: 'none', callback_url: 'none' },
  ...{ engine: 'none', voice_source: 'none', turns: 'none', answered_by: 'none', summary_state: 'none' },
  ...{ from_number: 'number', to_number: 'number', instructions: 'words', summary: 'words' },
  ...{ placed_by: 'user id', placed_by_name: 'name', external_id: 'words' },
  ...{ outcome: 'words in JSON', outcome_result: 'none', outcome_state: 'none' },
  ...{ purpose: 'none', recording_deleted_with: 'none', attestation: 'none', on_machine: 'none' },
};

/**
 * What the API shows of a call: each field with its column. A field of the contract that is missing does not compile. Of
 * a chosen contact there is the id alone: names are kept in memory and filled in by whoever shows the call.
 */
const callFields = (value: ReadValue): Required<Call> => ({
  _id: value(calls.id),
  agentId: value(calls.agentId),
  direction: value(calls.direction),
  from: value(calls.from),
  to: value(calls.to),
  status: value(calls.status),
  reason: value(calls.reason),
  instructions: value(calls.instructions),
  duration: value(calls.duration),
  createdAt: value(calls.createdAt),
  answeredAt: value(calls.answeredAt),
  endTime: value(calls.endedAt),
  summary: value(calls.summary),
  summaryState: value(calls.summaryState),
  sandbox: value("carrier = 'lab'"),
  engine: value(calls.engine),
  outcome: value(calls.outcomeResult),
  contact: chosenContact(value(calls.contactId)),
});

function chosenContact(id: string | null | undefined): NamedParty | null {
  return id ? { id, name: '', others: 0 } : null;
}

/** With the call, because a number that no list has shown lately is not in memory: it would take another round trip. */
const contactsOfCall = `(
  select json_agg(json_build_object('id', known.id, 'name', known.name) order by name_key collate "C", known.id)
  from contacts as known where known.tenant_id = calls.tenant_id
    and known.number = case direction when 'inbound' then from_number else to_number end)`;

const recordingOfCall =
  '(select state from recordings as of_call where of_call.tenant_id = calls.tenant_id and of_call.call_id = calls.id)';

const recordingDeletedOfCall = `case when recording_deleted_at is not null then json_build_object(
  'at', to_char(recording_deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'with', recording_deleted_with) end`;

/** The detail page shows these too; what other stores know of the call is put in later. */
const detailFields = (
  value: ReadValue,
): Required<Omit<CallDetail, 'transcript' | 'followUps' | 'outcomes' | 'toolCalls'>> & {
  readonly outcomes: StoredOutcome;
} => ({
  ...callFields(value),
  turns: value(calls.turns),
  agentVersion: value(calls.agentVersion),
  placedBy: value(
    "case when placed_by_name is not null then json_build_object('displayName', placed_by_name) end",
  ),
  knowledge: readQuestions(value(questionsOfCall)),
  outcomes: storedOutcomeOf(value),
  contacts: value<ContactOfNumber[] | null>(contactsOfCall) ?? [],
  contactId: value(calls.contactId),
  templateId: value(calls.templateId),
  externalId: value(calls.externalId),
  cost: value<CallCost | null>(costOfCall),
  recording: value<RecordingState | null>(recordingOfCall),
  recordingDeleted: value<RecordingDeleted | null>(recordingDeletedOfCall),
});

export const callReader = rowReader(callFields);
export const detailReader = rowReader(detailFields);

const shownColumns = new Set<unknown>(callReader.sources);

const shownProperties = new Set(
  Object.entries(getTableColumns(calls)).flatMap(([property, column]) =>
    shownColumns.has(column) ? [property] : [],
  ),
);

/** Whether open pages show this property of a call record: a change of it is published. */
export function isShown(property: string): boolean {
  return shownProperties.has(property);
}
