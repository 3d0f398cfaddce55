import type { Call, CallDetail, TranscriptEntry } from '@parley/contract';
import { getTableColumns } from 'drizzle-orm';
import { type FieldSources, rowReader } from './row-reader.ts';
import { calls, transcriptEntries } from './schema.ts';

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
const detailFields: FieldSources<Omit<CallDetail, 'transcript'>> = {
  ...callFields,
  turns: calls.turns,
  placedBy: "case when placed_by_name is not null then json_build_object('displayName', placed_by_name) end",
};

export const callReader = rowReader<Call>(callFields);
export const detailReader = rowReader<Omit<CallDetail, 'transcript'>>(detailFields);

export const entryReader = rowReader<TranscriptEntry>({
  ordinal: transcriptEntries.ordinal,
  speaker: transcriptEntries.speaker,
  message: transcriptEntries.message,
  timestamp: transcriptEntries.spokenAt,
  interrupted: transcriptEntries.interrupted,
});

const shownColumns = new Set(Object.values(callFields));

/** Whether open pages show this property of a call record, and so have to be told when it changes. */
const shownProperties = new Set(
  Object.entries(getTableColumns(calls)).flatMap(([property, column]) =>
    shownColumns.has(column) ? [property] : [],
  ),
);

export function isShown(property: string): boolean {
  return shownProperties.has(property);
}
