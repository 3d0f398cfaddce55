import { ApiError } from './api-error.ts';
import { reasonPhrase } from './reason-phrases.ts';

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

const unreachable = 'Could not reach the server. Check your connection and try again.';

/** A fetch that fails with an ApiError. An abort is passed on as it is. */
export async function openResponse(fetcher: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetcher(url, init);
  } catch (cause) {
    throw networkFailed(cause);
  }
}

/** The text of a response whose connection may break off before its end. */
export async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw networkFailed(cause);
  }
}

function networkFailed(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  return new ApiError(unreachable, 0, 'network_failed', { cause });
}

/** The server's error message, from the first of `messageFields` that has one, or else the status line. */
export async function errorOf(
  response: Response,
  messageFields: readonly string[] = ['error'],
): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const said = messageFields
    .map((place) => fields[place])
    .find((text) => typeof text === 'string' && text !== '');
  return new ApiError(
    typeof said === 'string' ? said : statusLine(response),
    response.status,
    typeof fields.code === 'string' ? fields.code : 'http_error',
    { details: fields.details },
  );
}

function statusLine({ status, statusText }: Response): string {
  return `HTTP ${status}: ${statusText === '' ? reasonPhrase(status) : statusText}`;
}
