import type { Route, RouteAnswer } from '@parley/contract';
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
  /** Sends the request and gives the answer, checked against the route's schema. */
  request<R extends Route>(route: R, input?: RequestInput): Promise<RouteAnswer<R>>;
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
    async request(route, input) {
      return readAnswer(route, await open(route, input));
    },
    async send(route, input) {
      const response = await open(route, input);
      return response.json().catch(() => null);
    },
  };
}

async function readAnswer<R extends Route>(route: R, response: Response): Promise<RouteAnswer<R>> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = route.answer.safeParse(body);
  if (parsed.success) return parsed.data as RouteAnswer<R>;
  throw new ApiError(
    'The server gave an answer this page does not understand. Reload the page and try again.',
    response.status,
    'bad_answer',
    { cause: parsed.error },
  );
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
