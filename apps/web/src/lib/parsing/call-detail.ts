import type * as wire from '@parley/contract';
import { parseCallCost } from './call-cost.ts';
import { type Call, parseCall, parseEntry, type TranscriptEntry } from './calls.ts';
import { type FollowUp, parseFollowUp } from './follow-ups.ts';
import { asNumber, asObject, asString, type OpenEnum, parseList } from './json.ts';
import { parseShownOutcome, type ShownOutcome } from './outcomes.ts';
import { parseShownToolCall, type ToolCall } from './tool-calls.ts';

export interface CallDetail extends Call {
  transcript: TranscriptEntry[];
  turns: wire.TurnTiming[];
  /** The version of the agent that spoke. */
  agentVersion?: number | null;
  placedBy?: { displayName: string } | null;
  knowledge: KnowledgeQuestion[];
  /** What came of it; null from a server that does not say. */
  outcomes: ShownOutcome | null;
  /** What the agent looked up and did. */
  toolCalls: ToolCall[];
  /** Null for those who may not see them. */
  followUps: FollowUp[] | null;
  /** The people behind the number. */
  contacts: wire.ContactOfNumber[];
  /** Which of them the call was for. */
  contactId: string | null;
  templateId: string | null;
  /** What the software that placed the call calls it. */
  externalId?: string | null;
  /** What it cost; null while it is up. */
  cost?: wire.CallCost | null;
  /** How far its recording is; null without one. */
  recording?: OpenEnum<wire.RecordingState> | null;
  /** When and why its recording was deleted. */
  recordingDeleted?: RecordingDeleted | null;
}

export type KnowledgeQuestion = Pick<wire.KnowledgeQuestion, 'question' | 'entries'>;

/** `call` is null when it does not exist, in whichever way the server says so. */
export interface CallResult {
  call: CallDetail | null;
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
        outcomes: parseShownOutcome(fields.outcomes),
        toolCalls: parseList(fields.toolCalls, 'tool call', parseShownToolCall),
        followUps: Array.isArray(fields.followUps)
          ? parseList(fields.followUps, 'follow-up', parseFollowUp)
          : null,
        contacts: parseList(fields.contacts, 'contact', parseContactOfNumber),
        contactId: asString(fields.contactId),
        templateId: asString(fields.templateId),
        externalId: asString(fields.externalId),
        cost: parseCallCost(fields.cost),
        recording: asString(fields.recording),
        recordingDeleted: parseRecordingDeleted(fields.recordingDeleted),
      },
    };
  };

interface RecordingDeleted {
  at: string;
  with: OpenEnum<wire.RecordingDeleted['with']>;
}

function parseRecordingDeleted(value: unknown): RecordingDeleted | null {
  const fields = asObject(value);
  const at = asString(fields?.at);
  return at === null ? null : { at, with: asString(fields?.with) ?? '' };
}

function parseTurn(value: unknown): wire.TurnTiming | null {
  const fields = asObject(value);
  if (fields === null) return null;
  const toolMs = asNumber(fields.toolMs);
  return {
    firstTokenMs: asNumber(fields.firstTokenMs),
    firstSpeechMs: asNumber(fields.firstSpeechMs),
    ...(toolMs !== null && { toolMs }),
  };
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

function parseContactOfNumber(value: unknown): wire.ContactOfNumber | null {
  const fields = asObject(value);
  const [id, name] = [asString(fields?.id), asString(fields?.name)];
  return id === null || name === null ? null : { id, name };
}
