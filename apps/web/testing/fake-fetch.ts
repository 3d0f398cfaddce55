import type { Fetch } from '../src/lib/http.ts';

export interface SeenRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A fetch that answers from a list, in order, and remembers what it was asked. */
export function fakeFetch(...answers: (Response | Error)[]): { fetch: Fetch; seen: SeenRequest[] } {
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
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`Nothing is prepared for ${url}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

export function jsonAnswer(body: unknown, init?: ResponseInit): Response {
  return Response.json(body, init);
}
