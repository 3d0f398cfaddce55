import type { Database } from '../adapters/postgres/database.ts';
import { vaultWriter } from '../adapters/postgres/vault-writes.ts';
import { createWebhookDeliveries } from '../adapters/postgres/webhooks/deliveries.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import { createEndpointStore } from '../adapters/postgres/webhooks/endpoint-store.ts';
import { createWebhookFacts } from '../adapters/postgres/webhooks/facts.ts';
import { earlierSecretName, secretName } from '../adapters/postgres/webhooks/rows.ts';
import { createDeliveryNotifier } from '../features/webhooks/delivery-notifier.ts';
import { type DispatcherRules, dispatcherRules, WebhookDispatcher } from '../features/webhooks/dispatcher.ts';
import { webhookEndpoints } from '../features/webhooks/endpoints.ts';
import { createPassOnEvents } from '../features/webhooks/pass-on-events.ts';
import { createSendWebhook } from '../features/webhooks/send-webhook.ts';
import { createTidyWebhooks } from '../features/webhooks/tidy-webhooks.ts';
import { createWebhookSecrets } from '../features/webhooks/webhook-secrets.ts';
import type { HostGuard } from '../lib/host-guard.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';
import type { Vault } from '../ports/vault.ts';
import type { Shutdown } from './shutdown.ts';

export interface WebhookParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly secrets: AuthSecrets;
  readonly connections: {
    readonly guardOf: (tenantId: string) => HostGuard;
    readonly limit: { take(tenantId: string): void };
  };
  readonly log: Log;
  readonly shutdown: Shutdown;
  readonly testOverrides: { readonly clock?: Clock; readonly webhookTimes?: WebhookTimes };
}

/** What tests shorten, so that a delivery that fails is over within their time. */
export interface WebhookTimes extends Partial<Pick<DispatcherRules, 'waitsMs' | 'leaseMs'>> {
  readonly answerMs?: number;
}

/** How long requests that are on their way may take to finish when the server stops. */
const stopTimeoutMs = 3_000;

/** Tells other software of events (docs/webhooks.md). */
export function openWebhooks(parts: WebhookParts) {
  const { database, vault, secrets, connections, log, testOverrides } = parts;
  const { clock = wallClock, webhookTimes: { answerMs, ...rules } = {} } = testOverrides;
  const writer = vaultWriter(secrets, () => clock.time());
  const deliveries = createWebhookDeliveries(database, writer);
  const secretOf = (tenantId: string, endpointId: string) =>
    vault.use(tenantId, { name: secretName(endpointId), purpose: 'webhook' }, ({ value }) => value);
  const { guardOf, limit } = connections;
  const notifyPages = createDeliveryNotifier(deliveries, clock);
  const dispatcher = new WebhookDispatcher({
    ...{ deliveries, guardOf, clock, log, onNoted: notifyPages },
    ...{ send: createSendWebhook(clock, answerMs), rules: { ...dispatcherRules, ...rules } },
    secrets: createWebhookSecrets(vault, { current: secretName, earlier: earlierSecretName }, clock),
  });
  const wake = () => dispatcher.wake();
  const webhooks = {
    ...createEndpointStore({ database, vault: writer, secretOf }),
    ...createDeliveryStore(database),
  };
  return {
    endpoints: webhookEndpoints({ webhooks, guardOf, limit, clock, wake }),
    tidy: createTidyWebhooks(deliveries, clock, log),
    /** From then on this server takes part in sending events. */
    start: async (outbox: OutboxConsumers) => {
      const facts = createWebhookFacts(database);
      const onAdded = (tenantId: string) => {
        wake();
        notifyPages(tenantId);
      };
      await outbox.consume(createPassOnEvents({ deliveries, facts, clock, onAdded }));
      parts.shutdown.add('webhooks', () => dispatcher.stop(stopTimeoutMs));
      wake();
    },
  };
}
