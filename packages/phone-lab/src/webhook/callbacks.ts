import { setTimeout as wallSleep } from 'node:timers/promises';
import type { Account } from '../account.ts';
import type { Faults, Knob } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import { sendWebhook, type WebhookResult } from './request.ts';
import type { Params } from './signature.ts';
import type { Method } from './target.ts';

export interface Callback {
  callSid: string;
  purpose: string;
  /** initiated, ringing, answered, completed, amd and so on: the event that fault knobs select. */
  event: string;
  to: string;
  url: string;
  method: Method;
  params: Params;
}

/** A callback held back by `reorderCallback` is sent after this when no other follows. */
const longestHoldMs = 2_000;
/** Callbacks of a call are sent in order; a slow receiver delays the next one by at most this. */
const longestDelayMs = 1_000;

/** Sends callbacks whose response is ignored: status, detection, recordings, streams. Applies the callback fault knobs. */
export class Callbacks {
  readonly #account: Pick<Account, 'authToken'>;
  readonly #ledger: Ledger;
  readonly #faults: Faults;
  readonly #previous = new Map<string, Promise<unknown>>();
  readonly #held = new Map<string, () => void>();
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(account: Pick<Account, 'authToken'>, ledger: Ledger, faults: Faults) {
    this.#account = account;
    this.#ledger = ledger;
    this.#faults = faults;
  }

  send(callback: Callback): void {
    const triggers = (knob: Knob) => {
      const rule = this.#faults.trigger(knob, callback);
      if (rule) this.#recordFault(callback, knob);
      return rule;
    };
    if (triggers('dropCallback')) return;
    const copies = triggers('duplicateCallback') ? 2 : 1;
    const delayMs = triggers('delayCallback')?.ms ?? 0;
    const release = this.#held.get(callback.callSid);
    if (!release && triggers('reorderCallback')) {
      this.#track(this.#hold(callback, copies, delayMs));
      return;
    }
    this.#queue(callback, copies, delayMs);
    release?.();
  }

  /** Waits for callbacks in flight, at most `ms`. */
  async drain(ms: number): Promise<void> {
    await Promise.race([Promise.allSettled([...this.#inFlight]), wallSleep(ms, undefined, { ref: false })]);
    this.#closing.abort();
  }

  async #hold(callback: Callback, copies: number, delayMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(callback.callSid, resolve);
    const overdue = wallSleep(longestHoldMs, undefined, { ref: false });
    await Promise.race([promise, overdue]);
    this.#held.delete(callback.callSid);
    this.#queue(callback, copies, delayMs);
  }

  #queue(callback: Callback, copies: number, delayMs: number): void {
    // A callback delayed by a fault does not delay the others.
    const previous =
      delayMs > 0 ? wallSleep(delayMs) : (this.#previous.get(callback.callSid) ?? Promise.resolve());
    const sent = previous.then(async () => {
      for (let copy = 0; copy < copies; copy++) await this.#deliver(callback);
    });
    if (delayMs === 0) {
      const tail = Promise.race([sent, wallSleep(longestDelayMs, undefined, { ref: false })]);
      this.#previous.set(callback.callSid, tail);
      void sent.finally(() => {
        if (this.#previous.get(callback.callSid) === tail) this.#previous.delete(callback.callSid);
      });
    }
    this.#track(sent);
  }

  async #deliver(callback: Callback): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { url, method, params } = callback;
    const result = await sendWebhook({ url, method, params, authToken: this.#account.authToken });
    if (!this.#closing.signal.aborted) recordWebhook(this.#ledger, callback, result);
  }

  #track(work: Promise<unknown>): void {
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
  }

  #recordFault(callback: Callback, knob: Knob): void {
    const detail = `${callback.purpose} ${callback.event}`;
    this.#ledger.append(callback.callSid, { kind: 'fault', knob, detail });
  }
}

export function recordWebhook(
  ledger: Ledger,
  sent: { callSid: string; purpose: string; url: string; method: Method; params: Params },
  result: WebhookResult,
): void {
  ledger.append(sent.callSid, {
    kind: 'webhook',
    purpose: sent.purpose,
    method: sent.method,
    url: sent.url,
    params: sent.params,
    status: result.response?.status ?? null,
    errorCode: result.errorCode,
    attempts: result.attempts,
    ms: result.ms,
  });
}
