import type { Route } from '@parley/contract';
import { ApiError } from './api-error.ts';
import { errorOf, type Fetch, openResponse } from './http.ts';

export interface TokenRequest {
  /** Ask for a new token even though the one at hand looks good. */
  fresh?: boolean;
}
export type GetToken = (request?: TokenRequest) => Promise<string | null>;

export interface RequestInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface ApiClient {
  /** Asks for something. `read` takes what it can use of the body, and gives undefined when that is nothing. */
  read<Answer>(
    route: Route,
    read: (body: unknown) => Answer | undefined,
    input?: RequestInput,
  ): Promise<Answer>;
  /**
   * Has something done. The status alone says whether it was: the body, null when there is none or it is not JSON,
   * may tell more, but nobody is told that a placed call failed because of its shape.
   */
  send(route: Route, input?: RequestInput): Promise<unknown>;
  /** The successful response itself, its body unread: for the event stream. */
  open(route: Route, input?: RequestInput): Promise<Response>;
}

interface ApiClientOptions {
  getToken: GetToken;
  fetch?: Fetch;
}

/** The one place that talks to the API. */
export function createApiClient({
  getToken,
  fetch = globalThis.fetch.bind(globalThis),
}: ApiClientOptions): ApiClient {
  async function send(route: Route, input: RequestInput, token: string | null): Promise<Response> {
    return openResponse(fetch, urlOf(route, input), {
      method: route.method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  }

  async function open(route: Route, input: RequestInput = {}): Promise<Response> {
    const token = await getToken();
    let response = await send(route, input, token);
    // A token can expire on its way; one new token, one more try, then the answer stands.
    if (response.status === 401 && token !== null) {
      const renewed = await getToken({ fresh: true });
      if (renewed !== null) response = await send(route, input, renewed);
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  return {
    open,
    async read(route, read, input) {
      const response = await open(route, input);
      const answer = read(await bodyOf(response));
      if (answer === undefined) throw new ApiError(badAnswerSentence, response.status, 'bad_answer');
      return answer;
    },
    async send(route, input) {
      return (await bodyOf(await open(route, input))) ?? null;
    },
  };
}

const badAnswerSentence =
  'The server gave an answer this page does not understand. Reload the page and try again.';

/** Null for an empty body, undefined for one that is not JSON, such as the page of a proxy in between. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function urlOf(route: Route, { params = {}, query = {} }: RequestInput): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
