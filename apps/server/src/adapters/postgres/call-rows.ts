import type { Call, TranscriptEntry } from '@parley/contract';

/** Columns in the order of the row below; instants come as the wire wants them (`one-trip.ts`). */
export const callColumns = `id, agent_id, direction, from_number, to_number, status, reason, instructions, duration,
  created_at, answered_at, ended_at, summary, summary_state, carrier, engine`;

export type CallRow = readonly [
  id: Call['_id'],
  agentId: Call['agentId'],
  direction: Call['direction'],
  from: Call['from'],
  to: Call['to'],
  status: Call['status'],
  reason: Call['reason'],
  instructions: Call['instructions'],
  duration: Call['duration'],
  createdAt: Call['createdAt'],
  answeredAt: Call['answeredAt'],
  endTime: Call['endTime'],
  summary: Call['summary'],
  summaryState: Call['summaryState'],
  carrier: 'twilio' | 'lab',
  engine: Call['engine'],
  ...more: unknown[],
];

/** Written out: objects that are all of one make are put together and serialised faster than by their keys. */
export function callOf(row: CallRow): Call {
  return {
    _id: row[0],
    agentId: row[1],
    direction: row[2],
    from: row[3],
    to: row[4],
    status: row[5],
    reason: row[6],
    instructions: row[7],
    duration: row[8],
    createdAt: row[9],
    answeredAt: row[10],
    endTime: row[11],
    summary: row[12],
    summaryState: row[13],
    sandbox: row[14] === 'lab',
    engine: row[15],
  };
}

export const entryColumns = 'ordinal, speaker, message, spoken_at, interrupted';

export type EntryRow = readonly [
  ordinal: TranscriptEntry['ordinal'],
  speaker: TranscriptEntry['speaker'],
  message: TranscriptEntry['message'],
  timestamp: TranscriptEntry['timestamp'],
  interrupted: TranscriptEntry['interrupted'],
];

export function entryOf([ordinal, speaker, message, timestamp, interrupted]: EntryRow): TranscriptEntry {
  return { ordinal, speaker, message, timestamp, interrupted };
}
