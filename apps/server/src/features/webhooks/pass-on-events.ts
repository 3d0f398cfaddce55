import { doNotCallFileSubject, doNotCallSubject } from '@parley/contract';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import type { WebhookFacts } from '../../ports/webhook-facts.ts';
import type { WebhookDeliveries } from '../../ports/webhooks.ts';
import { bodyOf, type PassedOnEvent, passedOnTypes, readBody, sentTypeOf } from './event-body.ts';

export interface PassOnDeps {
  readonly deliveries: Pick<WebhookDeliveries, 'wanting' | 'add'>;
  readonly facts: WebhookFacts;
  readonly clock: Clock;
  /** There is something to send. */
  readonly onAdded: (tenantId: string) => void;
}

/**
 * Stores each event of the outbox once for every endpoint that wants it (WH2). Sending is not done here: an endpoint that
 * does not answer would hold up the others.
 */
export function createPassOnEvents({ deliveries, facts, clock, onAdded }: PassOnDeps): OutboxConsumer {
  return {
    ...{ name: 'webhooks', start: 'now', types: passedOnTypes },
    handle: async ({ id, tenantId, subject, createdAt, event: stored }) => {
      const event = stored as PassedOnEvent;
      const type = sentTypeOf(event);
      const endpointIds = await deliveries.wanting(tenantId, type);
      if (endpointIds.length === 0) return;
      for (;;) {
        const read = await readBody(facts, tenantId, event);
        if (read === null) return;
        const { data, ...about } = read;
        const delivery = {
          ...{ eventId: id, type, queue: queueOf(subject, event), ...about },
          body: bodyOf(type, createdAt, data),
        };
        // Where the call or the number went after it was read, what is left of the event without it is told.
        if (await deliveries.add(tenantId, endpointIds, delivery, clock.now())) break;
      }
      onAdded(tenantId);
    },
  };
}

/** One number of a file that is refused does not hold up the others. */
function queueOf(subject: string, event: PassedOnEvent): string {
  if (subject !== doNotCallFileSubject || event.type !== 'dnc.added') return subject;
  return event.entryId === undefined ? subject : doNotCallSubject(event.entryId);
}
