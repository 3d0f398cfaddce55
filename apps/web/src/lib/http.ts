import { ApiError } from './api-error.ts';
import { reasonPhrase } from './reason-phrases.ts';

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** A fetch that fails with a sentence. An abort is passed on as it is: somebody wanted it. */
export async function openResponse(fetcher: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetcher(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(
      'Could not reach the server. Check your connection and try again.',
      0,
      'network_failed',
      {
        cause,
      },
    );
  }
}

/** The server's own sentence when it gave one, otherwise the status line. `field` is where the sentence stands. */
export async function errorOf(response: Response, field: 'error' | 'message' = 'error'): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const said = fields[field];
  const code = fields.code;
  return new ApiError(
    typeof said === 'string' && said !== '' ? said : statusLine(response),
    response.status,
    typeof code === 'string' ? code : 'http_error',
  );
}

function statusLine({ status, statusText }: Response): string {
  const phrase = statusText === '' ? reasonPhrase(status) : statusText;
  return `HTTP ${status}: ${phrase}`;
}
