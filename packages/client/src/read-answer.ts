import { ParleyError } from './parley-error.ts';
import { readRetryAfter } from './rate-limit.ts';

/** The answer, or an error that says why there is none. Unknown fields and values are left as they are. */
export async function readAnswer(response: Response, isText: boolean): Promise<unknown> {
  const { status, headers } = response;
  // Browsers hide where a redirect leads: it has no status there.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new ParleyError('The server answered with a redirect. Check the baseUrl.', {
      ...{ status: status === 0 ? null : status, code: 'redirected' },
    });
  const text = await response.text();
  if (response.ok && isText) return text;
  const body = parsed(text);
  if (response.ok && body !== undefined) return body;
  const refusal = refusalIn(body);
  const code = refusal?.code ?? 'unreadable_answer';
  throw new ParleyError(
    refusal?.error ?? `The server answered with ${status} and nothing that can be read.`,
    {
      ...{ status, code },
      details: refusal?.details,
      requestId: headers.get('x-request-id'),
      retryAfter: readRetryAfter({ status, code }, headers, Date.now()),
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalIn(body: unknown): { error: string; code: string; details?: unknown } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, code, details } = body as Record<string, unknown>;
  return typeof error === 'string' && typeof code === 'string' ? { error, code, details } : null;
}
