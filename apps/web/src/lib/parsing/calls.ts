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
export interface Call
  extends Omit<wire.Call, 'direction' | 'status' | 'reason' | 'summaryState' | 'engine' | 'outcome'> {
  direction: OpenEnum<wire.CallDirection>;
  status: OpenEnum<wire.CallStatus>;
  reason: OpenEnum<wire.CallReason> | null;
  summaryState: OpenEnum<wire.SummaryState>;
  engine: OpenEnum<wire.VoiceEngine>;
  /** Whether its goal was reached; null where nothing is known of it. */
  outcome?: OpenEnum<wire.CallResult> | null | undefined;
}

export interface TranscriptEntry extends Omit<wire.TranscriptEntry, 'speaker'> {
  speaker: OpenEnum<wire.Speaker>;
}

export interface CallsPage {
  calls: Call[];
  hasMore: boolean;
  nextCursor: string | null;
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
    outcome: asString(fields.outcome),
    contact: parseNamedParty(fields.contact),
  };
}

/** Whose number it is, as it is shown beside the number. */
export function parseNamedParty(value: unknown): wire.NamedParty | null {
  const fields = asObject(value);
  const name = asString(fields?.name);
  if (name === null || name === '') return null;
  return { id: asString(fields?.id), name, others: asNumber(fields?.others) ?? 0 };
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
