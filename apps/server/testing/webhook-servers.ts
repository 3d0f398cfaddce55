import pg from 'pg';
import { expect, vi } from 'vitest';
import { createVault } from '../src/adapters/postgres/vault.ts';
import { vaultWriter } from '../src/adapters/postgres/vault-writes.ts';
import { createWebhookDeliveries } from '../src/adapters/postgres/webhooks/deliveries.ts';
import { createDeliveryStore } from '../src/adapters/postgres/webhooks/delivery-store.ts';
import { createEndpointStore } from '../src/adapters/postgres/webhooks/endpoint-store.ts';
import { earlierSecretName, secretName } from '../src/adapters/postgres/webhooks/rows.ts';
import { WebhookDispatcher } from '../src/features/webhooks/dispatcher.ts';
import { createSendWebhook } from '../src/features/webhooks/send-webhook.ts';
import { createWebhookSecrets } from '../src/features/webhooks/webhook-secrets.ts';
import { createHostGuard } from '../src/lib/host-guard.ts';
import { newWebhookSecret } from '../src/lib/webhook-signature.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { WebhookDeliveries, WebhookManager } from '../src/ports/webhooks.ts';
import { createTenant } from './create-tenant.ts';
import { createTestDatabase } from './database.ts';
import { ManualClock } from './manual-clock.ts';
import { openWebhookReceiver } from './webhook-receiver.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = onlySecret('a secret of forty characters for testing');

export type WebhookServers = Awaited<ReturnType<typeof openWebhookServers>>;

/** Servers that send webhooks from one database to one receiver, on a clock that the test moves. */
export async function openWebhookServers() {
  const clock = new ManualClock();
  const now = () => clock.time();
  const test = await createTestDatabase();
  const database = await test.open();
  const owner = new pg.Client(test.owner);
  await owner.connect();
  const receiver = await openWebhookReceiver();
  const writer = vaultWriter(secrets, now);
  const vault = createVault({ database, secrets, log: silent, now });
  const deliveries = createWebhookDeliveries(database, writer);
  const secretOf = (tenantId: string, id: string) =>
    vault.use(tenantId, { name: secretName(id), purpose: 'webhook' }, ({ value }) => value);
  const desk = {
    ...createEndpointStore({ database, vault: writer, secretOf }),
    ...createDeliveryStore(database),
  };
  const running: WebhookDispatcher[] = [];
  let [paths, events] = [0, 0];

  /** A server of the deployment. */
  function serve(changes: Partial<WebhookDeliveries> = {}): WebhookDispatcher {
    const guard = createHostGuard({ loopback: true, hosts: [] });
    const ownVault = createVault({ database, secrets, log: silent, now });
    const dispatcher = new WebhookDispatcher({
      ...{ deliveries: { ...deliveries, ...changes }, guardOf: () => guard, clock, log: silent },
      ...{ send: createSendWebhook(clock), random: () => 0 },
      secrets: createWebhookSecrets(ownVault, { current: secretName, earlier: earlierSecretName }, clock),
    });
    running.push(dispatcher);
    return dispatcher;
  }

  /** Until nothing is on its way but what is never answered. All that was added may be sent meanwhile. */
  const quiet = (dispatcher: WebhookDispatcher) => {
    const timeout = 60_000 + 100 * events;
    return vi.waitFor(() => expect(dispatcher.busy).toBe(receiver.stalled), { timeout, interval: 5 });
  };

  return {
    ...{ clock, database, owner, receiver, deliveries, desk, serve, quiet },

    /** Nobody is asked to stop it: as if it were killed, and what it has in hand stays. */
    forget(dispatcher: WebhookDispatcher): void {
      running.splice(running.indexOf(dispatcher), 1);
      void dispatcher.stop(Number.POSITIVE_INFINITY);
    },

    /** So much time passes, and what is due then is sent. */
    async pass(dispatcher: WebhookDispatcher, ms: number): Promise<void> {
      clock.advance(ms);
      dispatcher.wake();
      await quiet(dispatcher);
    },

    async endpoint(by: WebhookManager): Promise<{ id: string; path: string }> {
      const path = `/${++paths}`;
      const secret = newWebhookSecret();
      const settings = {
        ...{ name: 'Other software', address: `${receiver.url}${path}`, events: ['call.ended' as const] },
      };
      const made = await desk.create(by, settings, secret, clock.now());
      receiver.secrets.set(path, secret);
      return { id: made?.id ?? '', path };
    },

    /** `again`: the event before once more, as the outbox may give it. */
    add(by: WebhookManager, endpointIds: readonly string[], queue: string, step = 0, again = false) {
      if (!again) events += 1;
      const about = { callId: null, number: null, tellsOfCall: false };
      const body = JSON.stringify({ type: 'call.ended', queue, step });
      const delivery = { eventId: events, type: 'call.ended' as const, queue, ...about, body };
      return deliveries.add(by.tenantId, endpointIds, delivery, clock.now());
    },

    /** As a file of so many numbers leaves them. */
    async addListed(by: WebhookManager, endpointId: string, count: number): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        events += 1;
        const about = { callId: null, number: null, tellsOfCall: false, queue: `dnc/${events}` };
        const body = JSON.stringify({ type: 'dnc.added', queue: about.queue });
        const delivery = { eventId: events, type: 'dnc.added' as const, ...about, body };
        await deliveries.add(by.tenantId, [endpointId], delivery, clock.now());
      }
    },

    /** What is left of the test before is gone, and somebody of an organization of their own is there. */
    async reset(): Promise<WebhookManager> {
      // Whoever is left sends nothing any more.
      const stopped = Promise.all(running.splice(0).map((one) => one.stop(0)));
      clock.advance(1);
      await stopped;
      await owner.query('delete from webhook_endpoints');
      receiver.answer = () => ({ status: 204 });
      return { ...(await createTenant(database)), displayName: 'Kit' };
    },

    async stop(): Promise<void> {
      await receiver.close();
      await owner.end();
      await test.drop();
    },
  };
}
