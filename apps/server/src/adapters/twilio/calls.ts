import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@parley/contract';
import type { CallListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/call.js';
import type { Carrier, CarrierCall, EndOutcome, PlaceCallRequest } from '../../ports/carrier.ts';
import { callOf, priceOf } from './call-view.ts';
import type { SendRequest } from './client.ts';
import { type Failure, failureOf, refused } from './failures.ts';
import { writeTwiml } from './twiml.ts';
import type { CallbackUrls } from './urls.ts';

/** Delays before a busy carrier is asked again; each is randomly up to twice as long, so that servers spread out. */
const busyWaitsMs = [200, 400, 800];

export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function carrierCalls(
  send: SendRequest,
  urlsAt: (address: string | null) => CallbackUrls,
): Pick<Carrier, 'place' | 'end' | 'redirect' | 'fetch' | 'find' | 'price' | 'forget'> {
  const setStatus = (sid: string, status: 'canceled' | 'completed') =>
    attempt(async () => callOf(await send((client) => client.calls(sid).update({ status })), new Date()));
  const fetch = (sid: string) =>
    attempt(async () => callOf(await send((client) => client.calls(sid).fetch()), new Date()));

  return {
    async place(order) {
      const wanted = request(order, urlsAt(order.callbackUrl ?? null));
      const made = await attempt(async () =>
        callOf(await send((client) => client.calls.create(wanted)), new Date()),
      );
      if (made.ok) return { kind: 'placed', call: made.value };
      // The account does not exist, so no call was placed.
      if (made.failure.kind === 'missing') return refused('account_problem', null);
      return settled(made.failure);
    },

    async end(sid, answered) {
      let ended = await setStatus(sid, answered ? 'completed' : 'canceled');
      // The call may be answered before the request arrives, and an answered call cannot be canceled.
      const missed = !answered && (ended.ok ? !isTerminal(ended.value.status) : isRefused(ended.failure));
      if (missed) ended = await setStatus(sid, 'completed');
      if (!ended.ok && mayBeOver(ended.failure)) ended = await afterRefusal(ended.failure, await fetch(sid));
      return endOutcome(ended);
    },

    async redirect(sid, script, callbackUrl = null) {
      const twiml = writeTwiml(script, urlsAt(callbackUrl));
      const redirected = await attempt(async () =>
        callOf(await send((client) => client.calls(sid).update({ twiml })), new Date()),
      );
      if (redirected.ok || redirected.failure.kind !== 'missing') return endOutcome(redirected);
      const now = await fetch(sid);
      const isOver = now.ok && isTerminal(now.value.status);
      return isOver ? refused('carrier_refused', 20404) : endOutcome(redirected);
    },

    async fetch(sid) {
      const found = await fetch(sid);
      if (found.ok) return { kind: 'found', call: found.value };
      return found.failure.kind === 'missing' ? { kind: 'missing' } : unavailable(found.failure);
    },

    async price(sid) {
      const found = await attempt(() => send((client) => client.calls(sid).fetch()));
      if (found.ok) return priceOf(found.value);
      return found.failure.kind === 'missing' ? { kind: 'missing' } : unavailable(found.failure);
    },

    async forget(kind, sid) {
      const gone = await attempt(() =>
        send((client) => (kind === 'call' ? client.calls(sid).remove() : client.messages(sid).remove())),
      );
      return gone.ok || gone.failure.kind === 'missing' ? { kind: 'gone' } : unavailable(gone.failure);
    },

    async find({ to, from, since }) {
      const found = await attempt(() => send((client) => client.calls.list({ to, from, limit: 100 })));
      if (!found.ok) return unavailable(found.failure);
      // Filtered here: the carrier's time filters are accurate only to the day, and do not cover queued calls.
      const calls = found.value
        .map((call) => callOf(call, new Date()))
        .filter((call) => call.createdAt.getTime() >= since.getTime() && call.to === to && call.from === from)
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      return { kind: 'found', calls };
    },
  };
}

/** The longest time that the carrier accepts; a greeting that is longer is reported as `unknown`. */
const longestGreetingSeconds = 59;

function request(order: PlaceCallRequest, urls: CallbackUrls): CallListInstanceCreateOptions {
  const { callId } = order;
  return {
    to: order.to,
    from: order.from,
    url: urls.forCall('voice', callId),
    fallbackUrl: urls.forCall('fallback', callId),
    statusCallback: urls.forCall('status', callId),
    statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    timeLimit: order.maxSeconds,
    machineDetection: order.detectGreetingEnd ? 'DetectMessageEnd' : 'Enable',
    ...(order.detectGreetingEnd && { machineDetectionTimeout: longestGreetingSeconds }),
    asyncAmd: 'true',
    asyncAmdStatusCallback: urls.forCall('amd', callId),
  };
}

export async function attempt<T>(act: () => Promise<T>): Promise<Attempt<T>> {
  for (const wait of [...busyWaitsMs, null]) {
    try {
      return { ok: true, value: await act() };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'busy' || wait === null) return { ok: false, failure };
      await delay(wait * (1 + Math.random()));
    }
  }
  return { ok: false, failure: { kind: 'busy' } };
}

function isRefused(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.refusal.reason === 'carrier_refused';
}

/** Twilio answers a change to a call that has ended with 400 (21220), or as if there were no such call (404, 20404). */
function mayBeOver(failure: Failure): boolean {
  return failure.kind === 'missing' || isRefused(failure);
}

/** A call that has ended cannot be ended again, so this refusal counts as success. */
async function afterRefusal(failure: Failure, now: Attempt<CarrierCall>): Promise<Attempt<CarrierCall>> {
  return now.ok && isTerminal(now.value.status) ? now : { ok: false, failure };
}

function endOutcome(ended: Attempt<CarrierCall>): EndOutcome {
  if (ended.ok) return { kind: 'accepted', call: ended.value };
  if (ended.failure.kind === 'missing') return { kind: 'missing' };
  const failure = settled(ended.failure);
  return failure.kind === 'refused' ? failure : refused('carrier_unreachable', null);
}

function settled(failure: Exclude<Failure, { kind: 'missing' }>) {
  return failure.kind === 'busy' ? refused('carrier_busy', 20429) : failure;
}

export function unavailable(failure: Failure): { kind: 'unavailable'; detail: string } {
  switch (failure.kind) {
    case 'refused':
      return { kind: 'unavailable', detail: failure.refusal.reason };
    case 'unknown':
      return { kind: 'unavailable', detail: failure.detail };
    default:
      return { kind: 'unavailable', detail: failure.kind };
  }
}
