import type * as wire from '@parley/contract';
import {
  asInstant,
  asNumber,
  asObject,
  asString,
  type JsonObject,
  type OpenEnum,
  parseList,
} from './json.ts';

/** A call as the screens use it: enums may have values that this page does not know. */
export interface Call extends Omit<wire.Call, 'direction' | 'status' | 'reason' | 'summaryState' | 'engine'> {
  direction: OpenEnum<wire.CallDirection>;
  status: OpenEnum<wire.CallStatus>;
  reason: OpenEnum<wire.CallReason> | null;
  summaryState: OpenEnum<wire.SummaryState>;
  engine: OpenEnum<wire.VoiceEngine>;
}

export interface TranscriptEntry extends Omit<wire.TranscriptEntry, 'speaker'> {
  speaker: OpenEnum<wire.Speaker>;
}

export interface CallDetail extends Call {
  transcript: TranscriptEntry[];
  turns: wire.TurnTiming[];
  /** The version of the agent that spoke. */
  agentVersion?: number | null;
  placedBy?: { displayName: string } | null;
  knowledge: KnowledgeQuestion[];
}

export type KnowledgeQuestion = Pick<wire.KnowledgeQuestion, 'question' | 'entries'>;

export interface CallsPage {
  calls: Call[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** `call` is null when it does not exist, in whichever way the server says so. */
export interface CallResult {
  call: CallDetail | null;
}

/** Only the id is required; every other field may be missing. */
export function parseCall(value: unknown, knownId?: string): Call | null {
  const fields = asObject(value);
  const id = asString(fields?._id) ?? knownId;
  return fields === null || id === undefined || id === '' ? null : callOf(fields, id);
}

function callOf(fields: JsonObject, id: string): Call {
  return {
    _id: id,
    agentId: asString(fields.agentId),
    direction: asString(fields.direction) ?? '',
    from: asString(fields.from),
    to: asString(fields.to),
    status: asString(fields.status) ?? 'unknown',
    reason: asString(fields.reason),
    instructions: asString(fields.instructions),
    duration: asNumber(fields.duration),
    createdAt: asInstant(fields.createdAt) ?? '',
    answeredAt: asInstant(fields.answeredAt),
    endTime: asInstant(fields.endTime),
    summary: asString(fields.summary),
    summaryState: asString(fields.summaryState) ?? 'none',
    sandbox: fields.sandbox === true,
    engine: asString(fields.engine) ?? '',
  };
}

/** `index` is the ordinal when the server sends none. */
export function parseEntry(value: unknown, index: number): TranscriptEntry | null {
  const fields = asObject(value);
  const message = asString(fields?.message);
  if (fields === null || message === null) return null;
  return {
    ordinal: asNumber(fields.ordinal) ?? index,
    speaker: asString(fields.speaker) ?? 'unknown',
    message,
    timestamp: asInstant(fields.timestamp) ?? '',
    interrupted: fields.interrupted === true,
  };
}

function parseTurn(value: unknown): wire.TurnTiming | null {
  const fields = asObject(value);
  if (fields === null) return null;
  return { firstTokenMs: asNumber(fields.firstTokenMs), firstSpeechMs: asNumber(fields.firstSpeechMs) };
}

function parsePerson(value: unknown): { displayName: string } | null {
  const displayName = asString(asObject(value)?.displayName);
  return displayName === null || displayName === '' ? null : { displayName };
}

function parseKnowledgeQuestion(value: unknown): KnowledgeQuestion | null {
  const fields = asObject(value);
  const question = asString(fields?.question);
  if (fields === null || question === null) return null;
  return { question, entries: parseList(fields.entries, 'knowledge entry', parseUsedEntry) };
}

function parseUsedEntry(value: unknown): { id: string; title: string } | null {
  const fields = asObject(value);
  const title = asString(fields?.title);
  return title === null ? null : { id: asString(fields?.id) ?? '', title };
}

export function parseCallsPage(body: unknown): CallsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.calls)) return undefined;
  const nextCursor = asString(fields.nextCursor);
  return {
    calls: parseList(fields.calls, 'call', (value) => parseCall(value)),
    hasMore: fields.hasMore === true && nextCursor !== null,
    nextCursor,
  };
}

export const parseCallResult =
  (requestedId: string) =>
  (body: unknown): CallResult | undefined => {
    const result = body === null ? {} : asObject(body);
    if (result === null) return undefined;
    if (result.call === undefined || result.call === null) return { call: null };
    const fields = asObject(result.call);
    const call = parseCall(fields, requestedId);
    if (fields === null || call === null) return undefined;
    return {
      call: {
        ...call,
        transcript: parseList(fields.transcript, 'transcript entry', parseEntry),
        turns: parseList(fields.turns, 'turn', parseTurn),
        agentVersion: asNumber(fields.agentVersion),
        placedBy: parsePerson(fields.placedBy),
        knowledge: parseList(fields.knowledge, 'knowledge question', parseKnowledgeQuestion),
      },
    };
  };
