import { errorOf, type Fetch, openResponse } from '../../lib/http.ts';
import { idleSeconds } from './idle/activity.ts';

export interface AuthRequests {
  get(path: string): Promise<Response>;
  /** Resolves with the answer; null where it is empty or not JSON. */
  post(path: string, body?: object): Promise<unknown>;
}

/** Requests below /api/auth. They are made with the session cookie, and say how long nobody has done anything. */
export function authRequests(fetch: Fetch = globalThis.fetch.bind(globalThis)): AuthRequests {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await openResponse(fetch, `/api/auth/${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', 'x-parley-idle-seconds': String(idleSeconds()) },
    });
    if (!response.ok) throw await errorOf(response, ['error', 'message']);
    return response;
  }
  return {
    get: (path) => send(path, { method: 'GET' }),
    async post(path, body = {}) {
      const response = await send(path, { method: 'POST', body: JSON.stringify(body) });
      return response.json().catch(() => null);
    },
  };
}
