import { randomUUID } from 'node:crypto';
import { type AttemptResult, attempt } from './attempt.ts';
import type { CookieJar } from './cookies.ts';
import { connectionSettings, type RetryReason } from './overrides.ts';
import { type Params, withoutFragment } from './signature.ts';
import type { Method } from './target.ts';

export interface WebhookRequest {
  url: string;
  method: Method;
  params: Params;
  authToken: string;
  cookies?: CookieJar;
  longestBody?: number;
}

export interface WebhookAttempt {
  url: string;
  method: Method;
  status: number | null;
  error: string | null;
}

export interface WebhookResult {
  /** The response after redirects; null without one. */
  response: { status: number; contentType: string; body: Buffer; url: string } | null;
  /** Twilio's debugger code when it failed. */
  errorCode: number | null;
  attempts: WebhookAttempt[];
  ms: number;
}

const mostRedirects = 10;

/** Sends one webhook as Twilio does, with time-outs, retries and redirects. Network time-outs are in real time. */
export async function sendWebhook(input: WebhookRequest): Promise<WebhookResult> {
  const started = performance.now();
  const settings = connectionSettings(input.url);
  const attempts: WebhookAttempt[] = [];
  const idempotencyToken = randomUUID();
  let { url, method, params } = input;
  let retriesLeft = settings.retries;
  let redirects = 0;
  const finish = (response: WebhookResult['response'], errorCode: number | null): WebhookResult => {
    return { response, errorCode, attempts, ms: Math.round(performance.now() - started) };
  };
  for (;;) {
    const left = settings.totalMs - (performance.now() - started);
    if (left <= 0) return finish(null, 11200);
    const result = await attempt({
      url,
      method,
      params,
      authToken: input.authToken,
      idempotencyToken,
      cookies: input.cookies,
      longestBody: input.longestBody,
      connectMs: Math.min(settings.connectMs, left),
      readMs: Math.min(settings.readMs, left),
    });
    attempts.push({
      url: withoutFragment(url),
      method,
      status: result.ok ? result.status : null,
      error: result.ok ? null : result.detail,
    });
    if (result.ok && result.status >= 300 && result.status < 400 && result.headers.location) {
      if (++redirects > mostRedirects) return finish(null, 11215);
      url = new URL(result.headers.location, url).href;
      // A redirected POST becomes a GET without parameters, except for 307 and 308.
      if (result.status !== 307 && result.status !== 308) {
        method = 'GET';
        params = {};
      }
      continue;
    }
    const reason = retryReason(result);
    if (reason && settings.retryOn.has(reason) && retriesLeft > 0) {
      retriesLeft -= 1;
      continue;
    }
    if (!result.ok) return finish(null, errorCodeFor(result));
    const contentType = result.headers['content-type'] ?? '';
    const response = { status: result.status, contentType, body: result.body, url: withoutFragment(url) };
    return finish(response, result.status >= 200 && result.status < 300 ? null : 11200);
  }
}

function retryReason(result: AttemptResult): RetryReason | null {
  if (!result.ok) return result.failure;
  if (result.status >= 500) return '5xx';
  return result.status >= 400 ? '4xx' : null;
}

function errorCodeFor(result: AttemptResult & { ok: false }): number {
  if (result.detail === 'ENOTFOUND' || result.detail === 'EAI_AGAIN') return 11210;
  return result.failure === 'ct' ? 11205 : 11200;
}
