import * as z from 'zod/mini';
import { terminalStatuses } from './call-statuses.ts';
import { side } from './connections/calling.ts';
import { connectionKind } from './connections/connection.ts';
import { problemCode } from './connections/problems.ts';
import { closedHow, followUpReason } from './follow-ups/follow-up.ts';
import { callResult } from './outcomes/outcome.ts';

/**
 * What the outside may want to hear, as it is stored in the outbox (docs/outbox.md): ids and words of fixed lists, never
 * numbers, names or what was said. Whoever passes an event on reads the rest when it does so. `version` is that of the
 * shape; a changed shape gets the next number and is added beside the old one, because both may be waiting.
 */
const aboutCall = { version: z.literal(1), callId: z.uuid() };
const aboutCampaign = { version: z.literal(1), campaignId: z.uuid() };

export const outboxEvent = z.discriminatedUnion('type', [
  /** An outbound call was admitted; it has not been dialled yet. */
  z.object({ type: z.literal('call.placed'), ...aboutCall }),
  /** An inbound call arrived, or was refused by a limit. */
  z.object({ type: z.literal('call.received'), ...aboutCall }),
  /** The phone of the callee rings. Left out where the carrier did not report it. */
  z.object({ type: z.literal('call.ringing'), ...aboutCall }),
  /** Somebody or something answered. */
  z.object({ type: z.literal('call.answered'), ...aboutCall }),
  z.object({ type: z.literal('call.ended'), ...aboutCall, status: z.enum(terminalStatuses) }),
  /** A call that had ended as unconfirmed exists after all; another `call.ended` follows. */
  z.object({ type: z.literal('call.reopened'), ...aboutCall }),
  z.object({ type: z.literal('call.summarized'), ...aboutCall }),
  /** Somebody wants the outcome read again. */
  z.object({ type: z.literal('outcome.requested'), ...aboutCall, run: z.int() }),
  /** What came of the call has been read from it. */
  z.object({ type: z.literal('call.outcome'), ...aboutCall, result: z.nullable(callResult) }),
  /** What it cost is known, or better known than before. */
  z.object({ type: z.literal('call.cost'), ...aboutCall }),
  /** Its recording is stored and can be played. */
  z.object({ type: z.literal('recording.ready'), ...aboutCall }),
  /** Its recording is gone. */
  z.object({ type: z.literal('recording.deleted'), ...aboutCall }),
  /** The other party is being connected with a person; `session` is the one that hands over. */
  z.object({ type: z.literal('transfer.requested'), ...aboutCall, session: z.int() }),
  z.object({ type: z.literal('transfer.completed'), ...aboutCall, session: z.int() }),
  z.object({ type: z.literal('transfer.failed'), ...aboutCall, session: z.int() }),
  /** It is over and has changed nevertheless: a result, how long it was. Or it is deleted for now, or brought back. */
  z.object({ type: z.literal('call.revised'), ...aboutCall }),
  /** The call, its transcript and its summary are gone. */
  z.object({ type: z.literal('call.deleted'), ...aboutCall }),
  /** A number was put on the do-not-call list: in a call, by hand, by a file or on the command line. */
  z.object({
    type: z.literal('dnc.added'),
    version: z.literal(1),
    callId: z.nullable(z.uuid()),
    unconfirmed: z.boolean(),
    /** Missing where a server of the release before has stored it. */
    entryId: z.optional(z.uuid()),
  }),
  /** A person has switched between the sandbox and real calls. `revision` is that of the side. */
  z.object({ type: z.literal('calling.switched'), version: z.literal(1), side, revision: z.int() }),
  /** A connection that worked does so no more, or again. */
  z.object({
    type: z.literal('connection.failing'),
    version: z.literal(1),
    connectionId: z.uuid(),
    kind: connectionKind,
    problem: problemCode,
  }),
  z.object({
    type: z.literal('connection.recovered'),
    version: z.literal(1),
    connectionId: z.uuid(),
    kind: connectionKind,
  }),
  /** Somebody has to do something. */
  z.object({
    type: z.literal('follow-up.created'),
    version: z.literal(1),
    followUpId: z.uuid(),
    callId: z.nullable(z.uuid()),
    reason: followUpReason,
    urgent: z.boolean(),
  }),
  /** A later reading of its call found that it is urgent. */
  z.object({ type: z.literal('follow-up.raised'), version: z.literal(1), followUpId: z.uuid() }),
  z.object({
    type: z.literal('follow-up.closed'),
    version: z.literal(1),
    followUpId: z.uuid(),
    how: closedHow,
  }),
  /** It is open again, or gone. */
  z.object({ type: z.literal('follow-up.revised'), version: z.literal(1), followUpId: z.uuid() }),
  /** An entry of the do-not-call list that somebody asked for on a call was added or removed. */
  z.object({ type: z.literal('dnc.revised'), version: z.literal(1), entryId: z.uuid() }),
  /** It has begun to call. `reason` is a word of the list of reasons. */
  z.object({ type: z.literal('campaign.started'), ...aboutCampaign }),
  z.object({ type: z.literal('campaign.paused'), ...aboutCampaign, reason: z.nullable(z.string()) }),
  z.object({ type: z.literal('campaign.completed'), ...aboutCampaign, stopped: z.boolean() }),
  /** Somebody is not called any more by a campaign. */
  z.object({
    type: z.literal('recipient.suppressed'),
    ...aboutCampaign,
    row: z.int(),
    reason: z.nullable(z.string()),
  }),
  z.object({
    ...{ type: z.literal('agent.published'), version: z.literal(1) },
    ...{ agentId: z.string(), agentVersion: z.int() },
  }),
  /** A webhook endpoint was switched off because of what it answered, or is on again, or gone. */
  z.object({
    ...{ type: z.literal('webhook.off'), version: z.literal(1), endpointId: z.uuid() },
    reason: z.enum(['gone', 'failing']),
  }),
  z.object({ type: z.literal('webhook.on'), version: z.literal(1), endpointId: z.uuid() }),
  z.object({ type: z.literal('contacts.import_started'), version: z.literal(1), importId: z.uuid() }),
]);
export type OutboxEvent = z.infer<typeof outboxEvent>;

/** What an event is about. Events of one subject are handled in order, one at a time. */
export const callSubject = (callId: string) => `call/${callId}`;
export const callingSubject = 'calling';
export const connectionSubject = (connectionId: string) => `connection/${connectionId}`;
export const followUpSubject = (followUpId: string) => `follow-up/${followUpId}`;
export const doNotCallSubject = (entryId: string) => `dnc/${entryId}`;
/** All numbers that files add: however many they are, they are handled one at a time, beside everything else. */
export const doNotCallFileSubject = 'dnc';
export const contactImportSubject = (importId: string) => `contact-import/${importId}`;
export const agentSubject = (agentId: string) => `agent/${agentId}`;
export const webhookSubject = (endpointId: string) => `webhook/${endpointId}`;
