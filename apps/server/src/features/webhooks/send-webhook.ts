import { type GuardedFetch, guardedFetch } from '../../lib/guarded-fetch.ts';
import { type HostGuard, HostRefused } from '../../lib/host-guard.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryEvent } from './delivery-state.ts';

/** To connect, to send and to be answered. */
const answerMs = 15_000;
const answerBytesMax = 2 * 1024;

export interface WebhookRequest {
  readonly guard: HostGuard;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface SentWebhook {
  readonly event: Exclude<DeliveryEvent, { kind: 'repeated' }>;
  readonly answer: string;
  readonly milliseconds: number;
}

/** Sends an event once. No redirect is followed, and the address is judged again after its name was resolved (WH6). */
export type SendWebhook = (request: WebhookRequest) => Promise<SentWebhook>;

export function createSendWebhook(clock: Clock, limitMs = answerMs): SendWebhook {
  // Connections are not kept: each is judged, and one that the other side has closed would count as a failure.
  const fetches = new WeakMap<HostGuard, GuardedFetch>();
  const fetchOf = (guard: HostGuard) => {
    const fetch = fetches.get(guard) ?? guardedFetch(guard);
    fetches.set(guard, fetch);
    return fetch;
  };
  return async ({ guard, address, headers, body, signal }) => {
    const began = clock.time();
    const limit = new AbortController();
    const cancel = clock.after(limitMs, () => limit.abort());
    const either = AbortSignal.any([signal, limit.signal]);
    try {
      const response = await fetchOf(guard)(address, {
        ...{ method: 'POST', body, signal: either },
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Parley' },
      });
      const answer = await beginningOf(response.body);
      const now = clock.time();
      const event: SentWebhook['event'] = {
        kind: 'answered',
        status: response.status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now),
      };
      return { event, answer, milliseconds: now - began };
    } catch (error) {
      signal.throwIfAborted();
      const refusal = causeOf(error);
      const problem = limit.signal.aborted ? 'timeout' : (refusal ?? 'unreachable');
      return { event: { kind: 'unanswered', problem }, answer: '', milliseconds: clock.time() - began };
    } finally {
      cancel();
    }
  };
}

function causeOf(error: unknown): 'not_allowed' | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof HostRefused && cause.refusal !== 'unresolved' ? 'not_allowed' : null;
}

/** As much of it as is shown. The status alone decides: an answer that breaks off or stalls is as good as its beginning. */
async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop ends the connection.
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= answerBytesMax) break;
    }
  } catch {
    // What came before is shown.
  }
  const text = Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8');
  // PostgreSQL stores no zero characters in JSON.
  return text.replaceAll('\0', '\uFFFD');
}
