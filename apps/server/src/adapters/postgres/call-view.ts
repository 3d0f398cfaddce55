import type { Call, TranscriptEntry } from '@parley/contract';
import type { calls, transcriptEntries } from './schema.ts';

export type CallRow = typeof calls.$inferSelect;

export function presentCall(row: CallRow): Call {
  return {
    _id: row.id,
    agentId: row.agentId,
    direction: row.direction,
    from: row.from,
    to: row.to,
    status: row.status,
    reason: row.reason,
    instructions: row.instructions,
    duration: row.duration,
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    endTime: row.endedAt?.toISOString() ?? null,
    summary: row.summary,
    summaryState: row.summaryState,
    practice: row.carrier === 'lab',
    engine: row.engine,
  };
}

export function presentEntry(row: typeof transcriptEntries.$inferSelect): TranscriptEntry {
  return {
    ordinal: row.ordinal,
    speaker: row.speaker,
    message: row.message,
    timestamp: row.spokenAt.toISOString(),
    interrupted: row.interrupted,
  };
}
