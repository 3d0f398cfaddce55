/** What the latest answer said about the limit of the key. */
export interface RateLimit {
  /** Requests that are left. */
  readonly remaining: number;
  /** Seconds until the count begins anew. */
  readonly resetSeconds: number;
}

/** The header `RateLimit: "minute";r=599;t=42`; null where it is missing or written otherwise. */
export function readRateLimit(headers: Headers): RateLimit | null {
  const text = headers.get('ratelimit') ?? '';
  const remaining = /;\s*r=(\d{1,9})(?:;|$)/.exec(text)?.[1];
  const reset = /;\s*t=(\d{1,9})(?:;|$)/.exec(text)?.[1];
  if (remaining === undefined || reset === undefined) return null;
  return { remaining: Number(remaining), resetSeconds: Number(reset) };
}

/** Of one request too many: of the desk, or of a gateway before it, which has no code of ours. */
const ofLimit = new Set<string>(['too_many_requests', 'unreadable_answer']);

/**
 * Seconds to wait: `Retry-After` as seconds or as a date, or else, where the request was refused as one too many, until the
 * count of a used-up key begins anew. Other refusals of the last request of a minute do not pass with the minute: a limit
 * of calls in a day has the status 429, too.
 */
export function readRetryAfter(
  { status, code }: { readonly status: number; readonly code: string },
  headers: Headers,
  now: number,
): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = text === '' ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(date)) return Math.max(0, Math.ceil((date - now) / 1000));
  const limit = status === 429 && ofLimit.has(code) ? readRateLimit(headers) : null;
  return limit?.remaining === 0 ? limit.resetSeconds : null;
}
