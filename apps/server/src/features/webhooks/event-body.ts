import {
  type OutboxEvent,
  type SentEventType,
  type TerminalStatus,
  type WebhookData,
  webhookTestType,
} from '@parley/contract';
import type { CallFacts, WebhookFacts } from '../../ports/webhook-facts.ts';
import type { NumberSource } from '../../ports/webhooks.ts';

/** What endpoints are sent for each event of the outbox; the others are for nobody outside. */
const sentTypes = {
  'call.placed': () => 'call.started',
  'call.received': () => 'call.started',
  'call.answered': () => 'call.answered',
  'call.ended': (event) => (event.status === 'failed' ? 'call.failed' : 'call.ended'),
  'call.summarized': () => 'call.summarized',
  'recording.ready': () => 'recording.ready',
  'recording.deleted': () => 'recording.deleted',
  'transfer.requested': () => 'transfer.requested',
  'transfer.completed': () => 'transfer.completed',
  'transfer.failed': () => 'transfer.failed',
  'campaign.started': () => 'campaign.started',
  'campaign.paused': () => 'campaign.paused',
  'campaign.completed': () => 'campaign.completed',
  'recipient.suppressed': () => 'recipient.suppressed',
  'dnc.added': () => 'dnc.added',
  'follow-up.created': () => 'follow_up.created',
  'agent.published': () => 'agent.published',
} as const satisfies {
  readonly [Type in OutboxEvent['type']]?: (event: Extract<OutboxEvent, { type: Type }>) => SentEventType;
};

export type PassedOnType = keyof typeof sentTypes;
export type PassedOnEvent = Extract<OutboxEvent, { type: PassedOnType }>;
export const passedOnTypes = Object.keys(sentTypes) as PassedOnType[];

export function sentTypeOf(event: PassedOnEvent): SentEventType {
  return (sentTypes[event.type] as (event: PassedOnEvent) => SentEventType)(event);
}

/** An event as it is sent, and whom it is about. */
export interface EventBody {
  readonly data: object;
  readonly callId: string | null;
  readonly number: string | null;
  /** True: it says what was read of the call. */
  readonly tellsOfCall: boolean;
  /** From which the number was read, where it is not that of the call. */
  readonly numberOf?: NumberSource | undefined;
}

const noCall = { schemaVersion: 1, callId: null, externalId: null } as const;

/** Reads what the event says. Null where what it is about is gone: nobody is told of it any more. */
export async function readBody(
  facts: WebhookFacts,
  tenantId: string,
  event: PassedOnEvent,
): Promise<EventBody | null> {
  switch (event.type) {
    case 'campaign.started':
    case 'campaign.paused':
    case 'campaign.completed': {
      const campaign = await facts.campaign(tenantId, event.campaignId);
      if (!campaign) return null;
      const about = { ...noCall, campaignId: event.campaignId, name: campaign.name };
      if (event.type === 'campaign.started') return aboutNobody<'campaign.started'>(about);
      return event.type === 'campaign.paused'
        ? aboutNobody<'campaign.paused'>({ ...about, reason: event.reason })
        : aboutNobody<'campaign.completed'>({ ...about, stopped: event.stopped });
    }
    case 'recipient.suppressed': {
      const { campaignId, row, reason } = event;
      const recipient = await facts.recipient(tenantId, campaignId, row);
      if (!recipient) return null;
      const data: WebhookData<'recipient.suppressed'> = {
        ...{ ...noCall, ...recipient, campaignId, row, reason },
      };
      const numberOf = { kind: 'recipient', campaignId, row } as const;
      return { data, callId: null, number: recipient.number, tellsOfCall: false, numberOf };
    }
    case 'agent.published':
      return aboutNobody<'agent.published'>({
        ...{ ...noCall, agentId: event.agentId, agentVersion: event.agentVersion },
      });
    case 'dnc.added': {
      const { callId, entryId, unconfirmed } = event;
      const listed = entryId === undefined ? undefined : await facts.listed(tenantId, entryId);
      if (listed === null) return null;
      const call = callId === null ? null : await facts.call(tenantId, callId);
      const number = listed === undefined ? call && otherParty(call) : listed.number;
      const data: WebhookData<'dnc.added'> = {
        ...{ schemaVersion: 1, callId, externalId: call?.externalId ?? null, number, unconfirmed },
      };
      const numberOf = entryId === undefined ? undefined : ({ kind: 'listed', id: entryId } as const);
      return { data, callId, number, tellsOfCall: call !== null, numberOf };
    }
    case 'follow-up.created': {
      const { followUpId, callId, reason, urgent } = event;
      const followUp = await facts.followUp(tenantId, followUpId);
      if (!followUp) return null;
      const call = callId === null ? null : await facts.call(tenantId, callId);
      const data: WebhookData<'follow_up.created'> = {
        ...{ schemaVersion: 1, callId, externalId: call?.externalId ?? null, followUpId, reason, urgent },
        ...{ what: followUp.what, number: followUp.number, dueAt: followUp.dueAt.toISOString() },
      };
      // Somebody who makes one by hand may give another number than that of the call.
      const numberOf = { kind: 'follow-up', id: followUpId } as const;
      return { data, callId, number: followUp.number, tellsOfCall: call !== null, numberOf };
    }
    case 'recording.deleted': {
      const { callId } = event;
      const call = await facts.call(tenantId, callId);
      const data: WebhookData<'recording.deleted'> = {
        ...{ schemaVersion: 1, callId, externalId: call?.externalId ?? null },
      };
      return { data, callId, number: call && otherParty(call), tellsOfCall: call !== null };
    }
    default: {
      const call = await facts.call(tenantId, event.callId);
      if (!call) return null;
      const data = await ofCall(facts, tenantId, event, call);
      return data && { data, callId: event.callId, number: otherParty(call), tellsOfCall: true };
    }
  }
}

type CallEvent = Exclude<
  Extract<PassedOnEvent, { callId: string }>,
  { type: 'recording.deleted' | 'dnc.added' | 'follow-up.created' }
>;

async function ofCall(
  facts: WebhookFacts,
  tenantId: string,
  event: CallEvent,
  call: CallFacts,
): Promise<object | null> {
  const about = aboutCall(call);
  const startedAt = call.startedAt.toISOString();
  const answeredAt = call.answeredAt?.toISOString() ?? null;
  switch (event.type) {
    case 'call.placed':
    case 'call.received':
      return { ...about, startedAt } satisfies WebhookData<'call.started'>;
    case 'call.answered':
      return { ...about, startedAt, answeredAt } satisfies WebhookData<'call.answered'>;
    case 'call.ended': {
      const { reason, durationSeconds } = call;
      const endedAt = call.endedAt?.toISOString() ?? null;
      const ended = { ...about, reason, startedAt, answeredAt, endedAt, durationSeconds };
      return event.status === 'failed'
        ? ({ ...ended, status: event.status } satisfies WebhookData<'call.failed'>)
        : ({ ...ended, status: event.status } satisfies WebhookData<'call.ended'>);
    }
    case 'call.summarized': {
      const { summary, result } = call;
      const status = call.status as TerminalStatus;
      return { ...about, status, summary, result } satisfies WebhookData<'call.summarized'>;
    }
    case 'recording.ready':
      return { ...about, milliseconds: call.recordingMs } satisfies WebhookData<'recording.ready'>;
    default: {
      const transfer = await facts.transfer(tenantId, event.callId, event.session);
      if (!transfer) return null;
      const { kind, target, why } = transfer;
      const data: WebhookData<'transfer.requested'> = { ...about, kind, target };
      return event.type === 'transfer.failed'
        ? ({ ...data, reason: why } satisfies WebhookData<'transfer.failed'>)
        : data;
    }
  }
}

function aboutCall(call: CallFacts) {
  const { callId, externalId, direction, from, to, agentId, campaignId, sandbox } = call;
  return {
    ...{ schemaVersion: 1 as const, callId, externalId, direction, from, to, agentId },
    ...{ campaignId, sandbox },
  };
}

const otherParty = ({ direction, from, to }: CallFacts) => (direction === 'inbound' ? from : to);

function aboutNobody<Type extends SentEventType>(data: WebhookData<Type>): EventBody {
  return { data, callId: null, number: null, tellsOfCall: false };
}

/** What the button sends. */
export function testBody(endpointId: string, at: Date): string {
  const data: WebhookData<typeof webhookTestType> = { ...noCall, endpointId };
  return bodyOf(webhookTestType, at, data);
}

/** To the letter as it is signed. */
export function bodyOf(type: SentEventType, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
