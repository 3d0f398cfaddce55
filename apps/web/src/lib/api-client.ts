import type { Permission, Route } from '@parley/contract';
import { ApiError } from './api-error.ts';
import { errorOf, type Fetch, openResponse, textOf } from './http.ts';

export interface TokenRequest {
  /** Request a new token even if the cached one is still valid. */
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
  /** Sends a GET request. `parse` returns undefined for a body it cannot use. */
  get<Result>(
    route: Route,
    parse: (body: unknown) => Result | undefined,
    input?: RequestInput,
  ): Promise<Result>;
  /**
   * Sends a request that changes something. The status alone decides about success: an unexpected body (null when it is
   * empty or not JSON) does not make a placed call a failed one.
   */
  send(route: Route, input?: RequestInput): Promise<unknown>;
  /** Resolves with the successful response before its body is read: for the event stream. */
  open(route: Route, input?: RequestInput): Promise<Response>;
}

interface ApiClientOptions {
  getToken: GetToken;
  /** The server refused a request because of the role: what the page offers is outdated. */
  onNotPermitted?: (permission: Permission) => void;
  fetch?: Fetch;
}

/** The only code that sends requests to the API. */
export function createApiClient({
  getToken,
  onNotPermitted,
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
    // A token can expire in transit: one retry with a new token.
    if (response.status === 401 && token !== null) {
      const renewed = await getToken({ fresh: true });
      if (renewed !== null) response = await send(route, input, renewed);
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.code === 'not_permitted' && route.guard === 'bearer' && route.permission !== null)
      onNotPermitted?.(route.permission);
    throw error;
  }

  return {
    open,
    async get(route, parse, input) {
      const response = await open(route, input);
      const result = parse(await bodyOf(response));
      if (result === undefined) throw new ApiError(badResponseSentence, response.status, 'bad_response');
      return result;
    },
    async send(route, input) {
      const response = await open(route, input);
      // The status says that it was done. A body that breaks off after it is none.
      return (await bodyOf(response).catch(() => null)) ?? null;
    },
  };
}

const badResponseSentence =
  'The server gave an answer this page does not understand. Reload the page and try again.';

/** Null for an empty body, undefined for one that is not JSON, such as the error page of a proxy. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await textOf(response);
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
