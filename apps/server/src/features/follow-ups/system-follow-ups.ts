import { type ConnectionKind, limits, type OutboxEvent, problemOf } from '@parley/contract';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { StoredEvent } from '../../ports/outbox.ts';
import { dueTime } from './due-time.ts';

type ConnectionEvent = Extract<OutboxEvent, { type: 'connection.failing' | 'connection.recovered' }>;

/** What the deployment itself asks somebody to do. */
export type SystemFollowUps = (
  stored: Omit<StoredEvent, 'subject' | 'event'> & { readonly event: ConnectionEvent },
) => Promise<void>;

const names: Record<ConnectionKind, string> = {
  phone: 'phone account',
  address: 'public address',
  model: 'model',
  speech: 'speech service',
  mail: 'mail server',
  storage: 'storage',
};

/** A connection that fails makes one follow-up until it works again; that closes it (FU9). */
export function createSystemFollowUps(
  work: Pick<FollowUpWork, 'add' | 'closeBySubject'>,
  organizations: Organizations,
): SystemFollowUps {
  return async ({ id, tenantId, createdAt, event }) => {
    const { connectionId } = event;
    if (event.type === 'connection.recovered') {
      await work.closeBySubject(tenantId, connectionId, createdAt);
      return;
    }
    const what = `The ${names[event.kind]} is failing: ${problemOf(event.problem).sentence}`;
    const organization = await organizations.of(tenantId);
    await work.add([
      {
        tenantId,
        reason: 'connection_failing',
        sourceKey: `connection/${connectionId}/${id}`,
        subjectId: connectionId,
        what: what.slice(0, limits.followUpWhatMax),
        dueAt: dueTime('connection_failing', false, createdAt, organization),
        ...{ urgentWhy: null, entry: null, callId: null, number: null, contactId: null },
      },
    ]);
  };
}
