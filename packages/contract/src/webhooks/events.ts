import * as z from 'zod/mini';
import { terminalStatuses } from '../call-statuses.ts';
import { followUpReason } from '../follow-ups/follow-up.ts';
import { type SentEventType, webhookTestType } from './event-types.ts';

/**
 * What is sent to endpoints (docs/webhooks.md). A field may be added to an event; a changed or removed one makes the next
 * `schemaVersion`.
 */
const schemaVersion = z.literal(1);
const at = z.iso.datetime();

/** In every event: the call that it is about, and the id that whoever placed the call has given it. */
const aboutNoCall = { schemaVersion, callId: z.null(), externalId: z.null() };
const maybeCall = { schemaVersion, callId: z.nullable(z.uuid()), externalId: z.nullable(z.string()) };
const idsOfCall = { schemaVersion, callId: z.uuid(), externalId: z.nullable(z.string()) };
const aboutCall = {
  ...idsOfCall,
  direction: z.enum(['inbound', 'outbound']),
  /** Null: a withheld number, or an agent that is gone. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  agentId: z.nullable(z.string()),
  campaignId: z.nullable(z.uuid()),
  /** True: it reached nobody's phone. */
  sandbox: z.boolean(),
};
const endedCall = {
  ...aboutCall,
  /** Why, as a word of a fixed list; null where nothing is to be said. */
  reason: z.nullable(z.string()),
  startedAt: at,
  answeredAt: z.nullable(at),
  endedAt: z.nullable(at),
  durationSeconds: z.nullable(z.int()),
};
const transfer = { ...aboutCall, kind: z.enum(['cold', 'warm']), target: z.string() };
const aboutCampaign = { ...aboutNoCall, campaignId: z.uuid(), name: z.string() };

const event = <Type extends SentEventType, Data extends z.core.$ZodLooseShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    /** When it happened, not when it is sent. */
    timestamp: at,
    data: z.object(data),
  });

export const webhookEvents = {
  'call.started': event('call.started', { ...aboutCall, startedAt: at }),
  'call.answered': event('call.answered', { ...aboutCall, startedAt: at, answeredAt: z.nullable(at) }),
  'call.ended': event('call.ended', {
    ...endedCall,
    status: z.enum(['completed', 'busy', 'no-answer', 'canceled']),
  }),
  /** In place of `call.ended`, so that every end of a call is one event. */
  'call.failed': event('call.failed', { ...endedCall, status: z.literal('failed') }),
  'call.summarized': event('call.summarized', {
    ...aboutCall,
    status: z.enum(terminalStatuses),
    /** At most 4,000 characters. */
    summary: z.nullable(z.string()),
    result: z.nullable(z.string()),
  }),
  'recording.ready': event('recording.ready', { ...aboutCall, milliseconds: z.nullable(z.int()) }),
  'recording.deleted': event('recording.deleted', idsOfCall),
  'transfer.requested': event('transfer.requested', transfer),
  'transfer.completed': event('transfer.completed', transfer),
  'transfer.failed': event('transfer.failed', { ...transfer, reason: z.nullable(z.string()) }),
  'campaign.started': event('campaign.started', aboutCampaign),
  'campaign.paused': event('campaign.paused', { ...aboutCampaign, reason: z.nullable(z.string()) }),
  'campaign.completed': event('campaign.completed', {
    ...aboutCampaign,
    /** False: everybody on its list was dealt with. */
    stopped: z.boolean(),
  }),
  'recipient.suppressed': event('recipient.suppressed', {
    ...{ schemaVersion, callId: z.null(), campaignId: z.uuid() },
    /** As the list of recipients has it. */
    externalId: z.nullable(z.string()),
    row: z.int(),
    number: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
  /** One for each number. `number` is null only where a server of the release before listed it or passed the event on. */
  'dnc.added': event('dnc.added', {
    ...{ ...maybeCall, number: z.nullable(z.string()), unconfirmed: z.boolean() },
  }),
  'follow_up.created': event('follow_up.created', {
    ...{ ...maybeCall, followUpId: z.uuid(), reason: followUpReason, urgent: z.boolean() },
    ...{ what: z.string(), number: z.nullable(z.string()), dueAt: at },
  }),
  'agent.published': event('agent.published', {
    ...{ ...aboutNoCall, agentId: z.string(), agentVersion: z.int() },
  }),
  [webhookTestType]: event(webhookTestType, { ...aboutNoCall, endpointId: z.uuid() }),
} as const satisfies Record<SentEventType, z.ZodMiniType>;

export type WebhookEvents = { [Type in SentEventType]: z.infer<(typeof webhookEvents)[Type]> };
export type WebhookEvent = WebhookEvents[SentEventType];
export type WebhookData<Type extends SentEventType> = WebhookEvents[Type]['data'];
