import * as z from 'zod/mini';
import { voiceEngine } from './agents.ts';
import { callId, speaker } from './call-parts.ts';
import { type CallReason, callReasons } from './call-reasons.ts';
import { callStatuses } from './call-statuses.ts';
import { contactName } from './contacts/contact-name.ts';
import { contactOfNumber, namedParty } from './contacts/named-party.ts';
import { callCost } from './costs/cost.ts';
import { followUp } from './follow-ups/follow-up.ts';
import { knowledgeQuestion } from './knowledge.ts';
import { limits } from './limits.ts';
import { maxCharacters } from './max-characters.ts';
import { callResult, shownOutcome } from './outcomes/outcome.ts';
import { recordingDeleted, recordingStates } from './recordings/states.ts';
import { toolCall } from './tools/tool-call.ts';

export const callStatus = z.enum(callStatuses);

export const callDirection = z.enum(['inbound', 'outbound']);
export type CallDirection = z.infer<typeof callDirection>;

export const callReason = z.enum(Object.keys(callReasons) as [CallReason, ...CallReason[]]);

export const summaryState = z.enum(['none', 'pending', 'ready', 'failed']);
export type SummaryState = z.infer<typeof summaryState>;

const instant = z.iso.datetime();

/** A row of the call list: everything but the transcript, instructions included (Call Again needs them). */
export const call = z.object({
  _id: callId,
  agentId: z.nullable(z.string()),
  direction: callDirection,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  status: callStatus,
  reason: z.nullable(callReason),
  instructions: z.nullable(z.string()),
  /** Seconds; null unless the call was answered. */
  duration: z.nullable(z.number()),
  createdAt: instant,
  answeredAt: z.nullable(instant),
  endTime: z.nullable(instant),
  summary: z.nullable(z.string()),
  summaryState,
  /** True for calls made by the sandbox carrier. */
  sandbox: z.boolean(),
  engine: voiceEngine,
  /** Was the goal reached, as it was read from the call or corrected. */
  outcome: z.optional(z.nullable(callResult)),
  /** Whose number the other party's is. */
  contact: z.optional(z.nullable(namedParty)),
});
export type Call = z.infer<typeof call>;

export const transcriptEntry = z.object({
  ordinal: z.int(),
  speaker,
  message: z.string(),
  timestamp: instant,
  /** True when the other party interrupted: the message is what had been heard by then. */
  interrupted: z.boolean(),
});
export type TranscriptEntry = z.infer<typeof transcriptEntry>;

/** Latency of one reply, in milliseconds from the end of the other party's speech. */
export const turnTiming = z.object({
  firstTokenMs: z.nullable(z.number()),
  firstSpeechMs: z.nullable(z.number()),
  /** How much of both was spent waiting for tools; missing where none were. */
  toolMs: z.optional(z.number()),
});
export type TurnTiming = z.infer<typeof turnTiming>;

/** Not one of `limits`, which every page loads: none asks for it. */
const externalIdMax = 100;
const externalIdSentence = `An externalId has 1 to ${externalIdMax} characters.`;

/** What other software calls the call: its own id of an appointment, an order, a ticket. Several calls may have the same. */
export const externalId = z.string(externalIdSentence).check(
  z.refine((text) => text.trim().length > 0, externalIdSentence),
  maxCharacters(externalIdMax, externalIdSentence),
);

export const callDetail = z.extend(call, {
  transcript: z.array(transcriptEntry),
  turns: z.array(turnTiming),
  /** The version of the agent that spoke; null when it is not known. */
  agentVersion: z.optional(z.nullable(z.int())),
  /** Null for an inbound call, and when the name is not known. */
  placedBy: z.optional(z.nullable(z.object({ displayName: z.string() }))),
  /** What the agent was asked that its knowledge answers, or does not. */
  knowledge: z.optional(z.array(knowledgeQuestion)),
  outcomes: z.optional(shownOutcome),
  /** Those that came from this call; none for somebody who may not read follow-ups. */
  followUps: z.optional(z.array(followUp)),
  /** Everybody who has the number of the other party; none for somebody who may not read contacts. */
  contacts: z.optional(z.array(contactOfNumber)),
  /** The contact that the call was placed to; null: nobody chose one. */
  contactId: z.optional(z.nullable(z.uuid())),
  templateId: z.optional(z.nullable(z.uuid())),
  /** Null where the software that placed the call gave none, and for all others. */
  externalId: z.optional(z.nullable(z.string())),
  /** What the agent did besides speaking; of built-in tools those that have something to show. */
  toolCalls: z.optional(z.array(toolCall)),
  /** Null while the call is up, and for calls of an earlier release. */
  cost: z.optional(z.nullable(callCost)),
  /** How far its recording is; null: it was not recorded, or the recording was deleted. */
  recording: z.optional(z.nullable(z.enum(recordingStates))),
  recordingDeleted: z.optional(z.nullable(recordingDeleted)),
});
export type CallDetail = z.infer<typeof callDetail>;

export const callsQuery = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
    limits.pageSize,
  ),
  afterId: z.optional(callId),
  /** Only calls with exactly this one. */
  externalId: z.optional(externalId),
});

export const callsResponse = z.object({
  calls: z.array(call),
  hasMore: z.boolean(),
  nextCursor: z.nullable(callId),
});

export const callResponse = z.object({ call: callDetail });
export type CallResponse = z.infer<typeof callResponse>;

export const instructionsTooLongSentence = `Instructions may have at most ${limits.instructionsMax} characters.`;

export const placeCallBody = z.object({
  phoneNumber: z.string().check(z.maxLength(64)),
  message: z.string().check(
    z.refine((text) => text.trim().length > 0, 'Write instructions for the agent.'),
    maxCharacters(limits.instructionsMax, instructionsTooLongSentence),
  ),
  /** The template that the instructions were made from: its outcome fields count. */
  templateId: z.optional(z.uuid()),
  /** Whom the call is for, where a number has more than one contact. */
  contactId: z.optional(z.uuid()),
  /** What the call is placed for; nobody else can call back at the same time. */
  followUpId: z.optional(z.uuid()),
  /** Makes a contact of the number. */
  contactName: z.optional(contactName),
  /** The side that the call is meant for; where the desk is on the other one, nobody is called. */
  side: z.optional(z.enum(['sandbox', 'real'])),
});
export type PlaceCallBody = z.infer<typeof placeCallBody>;

export const placeCallResponse = z.object({ to: z.string(), callId });
export type PlaceCallResponse = z.infer<typeof placeCallResponse>;

/** What would become of a call that is placed now; nothing is stored, and nobody is called. */
export const callPreview = z.object({
  /** The number as it would be dialled; null where it cannot be read. */
  to: z.nullable(z.string()),
  /** Null where that is not known because of the refusal. */
  from: z.nullable(z.string()),
  side: z.nullable(z.enum(['sandbox', 'real'])),
  allowed: z.boolean(),
  /** Why it would not be placed; null where it would be. */
  refusal: z.nullable(z.object({ code: z.string(), error: z.string() })),
});
export type CallPreview = z.infer<typeof callPreview>;

export const deletedResponse = z.object({ deleted: z.literal(true) });
export const endCallResponse = z.object({ call });
