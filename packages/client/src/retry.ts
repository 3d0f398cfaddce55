import type { ParleyError } from './parley-error.ts';

type Failure = Pick<ParleyError, 'status' | 'code' | 'retryAfter'>;

/** Refusals of the server that concern the moment, not the request. */
const retryableCodes = new Set<string>([
  ...['shutting_down', 'server_busy', 'database_unavailable', 'internal', 'too_many_requests'],
]);
/** Without a code of ours: a gateway says with them that it got no answer either, or that it lets no more through. */
const gatewayStatuses = new Set([429, 500, 502, 503, 504]);

/** Whether the same request may succeed a moment later. Other refusals with a code are final. */
export function isRetryable({ status, code, retryAfter }: Failure): boolean {
  if (code === 'redirected') return false;
  if (status === null) return true;
  if (code === 'unreadable_answer') return status < 300 || gatewayStatuses.has(status);
  if (retryableCodes.has(code)) return true;
  return (status === 429 || status === 503) && retryAfter !== null;
}

/** Milliseconds before the next attempt, of which there were `attempts`; null: it is not repeated. */
export function waitBeforeRetry(
  failure: Failure,
  attempts: number,
  { maxWaitMs, random }: { readonly maxWaitMs: number; readonly random: number },
): number | null {
  if (!isRetryable(failure)) return null;
  const asked = (failure.retryAfter ?? 0) * 1000;
  if (asked > maxWaitMs) return null;
  const backoff = Math.min(8_000, 500 * 2 ** (attempts - 1));
  // Between the half and the whole, so that many clients do not come back at the same moment.
  return Math.max(asked, Math.round(backoff * (0.5 + random / 2)));
}
