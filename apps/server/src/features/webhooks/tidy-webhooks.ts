import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { WebhookDeliveries } from '../../ports/webhooks.ts';

/** Payloads hold what calls were about, so they are not kept for longer than somebody looks at them. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Removes old deliveries, and secrets that do not sign any more. */
export function createTidyWebhooks(
  deliveries: Pick<WebhookDeliveries, 'trim' | 'forgetEarlierSecrets'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const now = clock.time();
    await deliveries.forgetEarlierSecrets(new Date(now));
    const trimmed = await deliveries.trim(new Date(now - keptMs));
    if (trimmed > 0) log.info({ trimmed }, 'webhook deliveries older than 30 days removed');
  };
}
