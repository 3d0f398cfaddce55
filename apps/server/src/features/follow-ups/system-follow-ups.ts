import {
  type ConnectionKind,
  limits,
  type OutboxEvent,
  problemOf,
  webhookOffReasons,
} from '@parley/contract';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { StoredEvent } from '../../ports/outbox.ts';
import { dueTime } from './due-time.ts';

type ConnectionEvent = Extract<OutboxEvent, { type: 'connection.failing' | 'connection.recovered' }>;
type WebhookEvent = Extract<OutboxEvent, { type: 'webhook.off' | 'webhook.on' }>;

/** What the deployment itself asks somebody to do. */
export type SystemFollowUps = (
  stored: Omit<StoredEvent, 'subject' | 'event'> & { readonly event: ConnectionEvent | WebhookEvent },
) => Promise<void>;

const names: Record<ConnectionKind, string> = {
  phone: 'phone account',
  address: 'public address',
  model: 'model',
  speech: 'speech service',
  mail: 'mail server',
  storage: 'storage',
};

/** What fails makes one follow-up until it works again; that closes it (FU9). */
export function createSystemFollowUps(
  work: Pick<FollowUpWork, 'add' | 'closeBySubject'>,
  organizations: Organizations,
): SystemFollowUps {
  return async ({ id, tenantId, createdAt, event }) => {
    const subjectId = 'endpointId' in event ? event.endpointId : event.connectionId;
    if (event.type === 'connection.recovered' || event.type === 'webhook.on') {
      await work.closeBySubject(tenantId, subjectId, createdAt);
      return;
    }
    const [reason, sourceKey, what] =
      event.type === 'webhook.off'
        ? (['webhook_off', `webhook/${subjectId}/${id}`, offSentence(event.reason)] as const)
        : ([
            'connection_failing',
            `connection/${subjectId}/${id}`,
            `The ${names[event.kind]} is failing: ${problemOf(event.problem).sentence}`,
          ] as const);
    const organization = await organizations.of(tenantId);
    await work.add([
      {
        ...{ tenantId, reason, sourceKey, subjectId },
        what: what.slice(0, limits.followUpWhatMax),
        dueAt: dueTime(reason, false, createdAt, organization),
        ...{ urgentWhy: null, entry: null, callId: null, number: null, contactId: null },
      },
    ]);
  };
}

const offSentence = (reason: 'gone' | 'failing') =>
  `A webhook endpoint was switched off: ${webhookOffReasons[reason]} Other software is not told of events.`;
