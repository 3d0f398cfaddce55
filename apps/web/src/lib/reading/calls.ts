import type * as wire from '@parley/contract';
import { type Fields, fieldsOf, instant, number, type Open, readEach, text } from './parts.ts';

/** A call as the screens know it: its words may be ones that this page has never heard of. */
export interface Call extends Omit<wire.Call, 'direction' | 'status' | 'reason' | 'summaryState' | 'engine'> {
  direction: Open<wire.CallDirection>;
  status: Open<wire.CallStatus>;
  reason: Open<wire.CallReason> | null;
  summaryState: Open<wire.SummaryState>;
  engine: Open<wire.VoiceEngine>;
}

export interface TranscriptEntry extends Omit<wire.TranscriptEntry, 'speaker'> {
  speaker: Open<wire.Speaker>;
}

export interface CallDetail extends Call {
  transcript: TranscriptEntry[];
  turns: wire.TurnTiming[];
  placedBy?: { displayName: string } | null;
}

export interface CallsPage {
  calls: Call[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Null when there is no such call, in whichever way the server says so. */
export interface CallAnswer {
  call: CallDetail | null;
}

/** Without an id there is nothing to open, call again or delete; everything else may be missing. */
export function readCall(value: unknown, knownId?: string): Call | null {
  const fields = fieldsOf(value);
  const id = text(fields?._id) ?? knownId;
  return fields === null || id === undefined || id === '' ? null : callOf(fields, id);
}

function callOf(fields: Fields, id: string): Call {
  return {
    _id: id,
    agentId: text(fields.agentId),
    direction: text(fields.direction) ?? '',
    from: text(fields.from),
    to: text(fields.to),
    status: text(fields.status) ?? 'unknown',
    reason: text(fields.reason),
    instructions: text(fields.instructions),
    duration: number(fields.duration),
    createdAt: instant(fields.createdAt) ?? '',
    answeredAt: instant(fields.answeredAt),
    endTime: instant(fields.endTime),
    summary: text(fields.summary),
    summaryState: text(fields.summaryState) ?? 'none',
    sandbox: fields.sandbox === true,
    engine: text(fields.engine) ?? '',
  };
}

/** `place` is its number where the server gives none. */
export function readEntry(value: unknown, place: number): TranscriptEntry | null {
  const fields = fieldsOf(value);
  const message = text(fields?.message);
  if (fields === null || message === null) return null;
  return {
    ordinal: number(fields.ordinal) ?? place,
    speaker: text(fields.speaker) ?? 'unknown',
    message,
    timestamp: instant(fields.timestamp) ?? '',
    interrupted: fields.interrupted === true,
  };
}

function readTurn(value: unknown): wire.TurnTiming | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  return { firstTokenMs: number(fields.firstTokenMs), firstSpeechMs: number(fields.firstSpeechMs) };
}

function readPerson(value: unknown): { displayName: string } | null {
  const displayName = text(fieldsOf(value)?.displayName);
  return displayName === null || displayName === '' ? null : { displayName };
}

export function readCallsPage(body: unknown): CallsPage | undefined {
  const fields = fieldsOf(body);
  if (!Array.isArray(fields?.calls)) return undefined;
  const nextCursor = text(fields.nextCursor);
  return {
    calls: readEach(fields.calls, 'call', (value) => readCall(value)),
    hasMore: fields.hasMore === true && nextCursor !== null,
    nextCursor,
  };
}

export const readCallAnswer =
  (askedId: string) =>
  (body: unknown): CallAnswer | undefined => {
    const answer = body === null ? {} : fieldsOf(body);
    if (answer === null) return undefined;
    if (answer.call === undefined || answer.call === null) return { call: null };
    const fields = fieldsOf(answer.call);
    const call = readCall(fields, askedId);
    if (fields === null || call === null) return undefined;
    return {
      call: {
        ...call,
        transcript: readEach(fields.transcript, 'transcript entry', readEntry),
        turns: readEach(fields.turns, 'turn', readTurn),
        placedBy: readPerson(fields.placedBy),
      },
    };
  };
