import type { Clock } from '../../ports/clock.ts';
import type { WebhookDeliveries } from '../../ports/webhooks.ts';

const everyMs = 1_000;

/**
 * Notifies open pages that deliveries of an organization were added or sent. A server does so at most once a second for each,
 * however many it sends.
 */
export function createDeliveryNotifier(
  deliveries: Pick<WebhookDeliveries, 'announce'>,
  clock: Clock,
): (tenantId: string) => void {
  const waiting = new Set<string>();
  return (tenantId) => {
    if (waiting.has(tenantId)) return;
    waiting.add(tenantId);
    clock.after(everyMs, () => {
      waiting.delete(tenantId);
      // Should it fail, the next one says the same.
      deliveries.announce(tenantId).catch(() => {});
    });
  };
}
