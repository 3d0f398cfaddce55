import type { HostGuard } from '../../lib/host-guard.ts';
import { countWebhookDelivery } from '../../lib/metrics/metrics.ts';
import { webhookHeaders, webhookIdOf } from '../../lib/webhook-signature.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ClaimedDelivery, HeldDeliveries, WebhookDeliveries } from '../../ports/webhooks.ts';
import { attemptWaitsMs, stepDelivery } from './delivery-state.ts';
import type { SendWebhook, SentWebhook } from './send-webhook.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface DispatcherDeps {
  readonly deliveries: Pick<WebhookDeliveries, 'claim' | 'note' | 'release'>;
  readonly secrets: WebhookSecrets;
  readonly send: SendWebhook;
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly clock: Clock;
  readonly log: Log;
  /** Something of this organization was sent, and that is stored. */
  readonly onNoted?: (tenantId: string) => void;
  readonly random?: () => number;
  readonly rules?: DispatcherRules;
}

export interface DispatcherRules {
  /** At once on this server. */
  readonly most: number;
  /** Beyond those, up to so many: one to each endpoint to which nothing is being sent. */
  readonly mostIdle: number;
  readonly perEndpoint: number;
  /** Of those, for events that come in thousands. */
  readonly bulkPerEndpoint: number;
  readonly perTenant: number;
  /** Longer than an attempt takes, so that nobody else sends meanwhile. */
  readonly leaseMs: number;
  /** How often servers look for what is due, or was left by another. */
  readonly pollMs: number;
  /** Before each attempt of a round. */
  readonly waitsMs: readonly number[];
}

export const dispatcherRules: DispatcherRules = {
  most: 64,
  mostIdle: 256,
  perEndpoint: 4,
  bulkPerEndpoint: 2,
  perTenant: 16,
  leaseMs: 45_000,
  pollMs: 2_000,
  waitsMs: attemptWaitsMs,
};

/** Sends on this server what is due (WH8): several endpoints at once, each with few requests at a time. */
export class WebhookDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #rules: DispatcherRules;
  readonly #sending = new Map<string, { claimed: ClaimedDelivery; done: Promise<void> }>();
  readonly #stop = new AbortController();
  #round: Promise<void> | null = null;
  #wokenAgain = false;
  #cancelPoll: () => void = () => {};
  #stopped = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#rules = deps.rules ?? dispatcherRules;
  }

  /** How much is being sent, or looked for. */
  get busy(): number {
    return this.#sending.size + (this.#round ? 1 : 0);
  }

  /** Something may be due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#round) {
      this.#wokenAgain = true;
      return;
    }
    this.#cancelPoll();
    this.#wokenAgain = false;
    this.#round = this.#claim().finally(() => {
      this.#round = null;
      if (this.#stopped) return;
      if (this.#wokenAgain) this.wake();
      else this.#cancelPoll = this.#deps.clock.after(this.#rules.pollMs, () => this.wake());
    });
  }

  /** Claims nothing more, waits so long for what is being sent, and leaves the rest to others. */
  async stop(waitMs: number): Promise<void> {
    this.#stopped = true;
    this.#cancelPoll();
    const cancel = this.#deps.clock.after(waitMs, () => this.#stop.abort());
    await this.#round;
    await Promise.all([...this.#sending.values()].map(({ done }) => done));
    cancel();
  }

  async #claim(): Promise<void> {
    const { deliveries, clock, log } = this.#deps;
    const idleRoom = this.#rules.mostIdle - this.#sending.size;
    if (idleRoom <= 0) return;
    const room = Math.max(0, this.#rules.most - this.#sending.size);
    const held = new Map<string, HeldDeliveries>();
    for (const { claimed } of this.#sending.values()) {
      const { all, bulk } = held.get(claimed.endpointId) ?? { all: 0, bulk: 0 };
      held.set(claimed.endpointId, { all: all + 1, bulk: bulk + (claimed.isBulk ? 1 : 0) });
    }
    const { perEndpoint, bulkPerEndpoint, perTenant } = this.#rules;
    const now = clock.time();
    try {
      const found = await deliveries.claim({
        ...{ now: new Date(now), leaseUntil: new Date(now + this.#rules.leaseMs), held },
        ...{ most: room, mostIdle: idleRoom, perEndpoint, bulkPerEndpoint, perTenant },
      });
      for (const claimed of found) {
        const done = this.#attempt(claimed).finally(() => {
          this.#sending.delete(claimed.id);
          this.wake();
        });
        this.#sending.set(claimed.id, { claimed, done });
      }
    } catch (err) {
      log.warn({ err }, 'due webhook deliveries could not be read; will be retried in two seconds');
    }
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { deliveries, clock, log, random = Math.random } = this.#deps;
    const { tenantId, endpointId, id, tries } = claimed;
    const began = clock.now();
    try {
      const sent = await this.#send(claimed);
      const at = clock.time();
      const { state, problem, endpoint } = stepDelivery(
        { kind: 'waiting', tries, nextAt: at },
        sent.event,
        at,
        random,
        this.#rules.waitsMs,
      );
      // Also one whose end cannot be stored: the endpoint was asked.
      countWebhookDelivery(problem);
      const status = sent.event.kind === 'answered' ? sent.event.status : null;
      const noted = await deliveries.note(claimed, {
        attempt: {
          ...{ at: began.toISOString(), milliseconds: Math.round(sent.milliseconds), status, problem },
          answer: sent.answer,
        },
        ...{ state: state.kind, endpoint },
        tries: state.kind === 'waiting' ? state.tries : tries + 1,
        nextAt: new Date(state.kind === 'waiting' ? state.nextAt : at),
      });
      if (noted) this.#deps.onNoted?.(tenantId);
      else
        log.info(
          { tenantId, endpointId, deliveryId: id },
          'a webhook took longer than its lease; it is sent again',
        );
    } catch (err) {
      // Not noted, so it is sent again with the same id: at the latest when the lease has run out.
      if (this.#stop.signal.aborted) await deliveries.release([claimed]).catch(() => {});
      else
        log.warn({ err, tenantId, endpointId, deliveryId: id }, 'webhook result not stored; will be resent');
    }
  }

  async #send(claimed: ClaimedDelivery): Promise<SentWebhook> {
    const { secrets, send, guardOf, clock } = this.#deps;
    const { tenantId, id, address, body } = claimed;
    const signing = await secrets.of(claimed);
    if (signing.length === 0)
      return { event: { kind: 'unanswered', problem: 'no_secret' }, answer: '', milliseconds: 0 };
    const headers = webhookHeaders({ id: webhookIdOf(id), atMs: clock.time(), body }, signing);
    return send({ guard: guardOf(tenantId), address, headers, body, signal: this.#stop.signal });
  }
}
