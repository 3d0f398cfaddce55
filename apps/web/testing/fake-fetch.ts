import type { Fetch } from '../src/lib/http.ts';

export interface SeenRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A fetch that returns the given responses in order and records the requests. */
export function fakeFetch(...responses: (Response | Error)[]): { fetch: Fetch; seen: SeenRequest[] } {
  const seen: SeenRequest[] = [];
  return {
    seen,
    async fetch(url, init = {}) {
      seen.push({
        url,
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      const response = responses.shift();
      if (response === undefined) throw new Error(`No response was given for ${url}`);
      if (response instanceof Error) throw response;
      return response;
    },
  };
}

export function jsonResponse(body: unknown, init?: ResponseInit): Response {
  return Response.json(body, init);
}
