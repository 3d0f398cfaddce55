import type { DeliveryProblem } from '@parley/contract';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the attempt before each attempt is made: ten of them in about 75 hours. */
export const attemptWaitsMs = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/** The same for all at once would let every delivery of an endpoint that is back arrive at the same time. */
const jitter = 0.1;
/** An endpoint cannot put its deliveries off for longer than the longest wait. */
const longestRetryAfterMs = 24 * hour;

export type DeliveryState =
  /** `tries`: those of this round that failed. */
  | { readonly kind: 'waiting'; readonly tries: number; readonly nextAt: number }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' };

export type DeliveryEvent =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null }
  /** No answer came, or nothing was sent. */
  | { readonly kind: 'unanswered'; readonly problem: 'timeout' | 'unreachable' | 'not_allowed' | 'no_secret' }
  /** Somebody wants it to be sent again. */
  | { readonly kind: 'repeated' };

export interface DeliveryStep {
  readonly state: DeliveryState;
  /** Null where the event was accepted or is repeated. */
  readonly problem: DeliveryProblem | null;
  /**
   * What it says about the endpoint. `gone`: it is switched off. `exhausted`: it is switched off unless it has accepted
   * something since the first of these attempts.
   */
  readonly endpoint: 'accepts' | 'fails' | 'gone' | 'exhausted' | null;
}

/** What follows from an attempt. `at` is its end; `random` is from 0 to 1. */
export function stepDelivery(
  state: DeliveryState,
  event: DeliveryEvent,
  at: number,
  random: () => number,
  waitsMs: readonly number[] = attemptWaitsMs,
): DeliveryStep {
  if (event.kind === 'repeated')
    return { state: { kind: 'waiting', tries: 0, nextAt: at }, problem: null, endpoint: null };
  // An answer to what is over, such as one of a server that was taken for dead.
  if (state.kind !== 'waiting') return { state, problem: null, endpoint: null };
  const problem = problemOf(event);
  if (problem === null) return { state: { kind: 'delivered' }, problem, endpoint: 'accepts' };
  if (problem === 'gone') return { state: { kind: 'failed' }, problem, endpoint: 'gone' };
  const tries = state.tries + 1;
  const wait = waitsMs[tries];
  if (wait === undefined) return { state: { kind: 'failed' }, problem, endpoint: 'exhausted' };
  const asked = event.kind === 'answered' ? askedFor(event) : 0;
  const nextAt = at + Math.max(wait * (1 + jitter * random()), asked);
  return { state: { kind: 'waiting', tries, nextAt: Math.round(nextAt) }, problem, endpoint: 'fails' };
}

function problemOf(event: Exclude<DeliveryEvent, { kind: 'repeated' }>): DeliveryProblem | null {
  if (event.kind === 'unanswered') return event.problem;
  if (event.status >= 200 && event.status < 300) return null;
  if (event.status === 410) return 'gone';
  return event.status >= 300 && event.status < 400 ? 'redirect' : 'status';
}

/** Only those who are busy or down are asked when to come back. */
function askedFor({ status, retryAfterMs }: Extract<DeliveryEvent, { kind: 'answered' }>): number {
  const isBusy = status === 429 || status >= 500;
  return isBusy && retryAfterMs !== null ? Math.min(retryAfterMs, longestRetryAfterMs) : 0;
}
