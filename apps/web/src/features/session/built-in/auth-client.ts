import { errorOf, type Fetch, openResponse } from '../../../lib/http.ts';
import type { KeptToken } from '../token-keeper.ts';
import { lifetimeMs, readToken } from '../token-rule.ts';

export interface SignUpInput {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The one-time code that the first account of a reachable server needs. */
  code?: string;
}

export interface AuthClient {
  /** The token of the session in the cookie, or null when there is none. */
  currentToken(): Promise<KeptToken | null>;
  signIn(email: string, password: string): Promise<void>;
  signUp(input: SignUpInput): Promise<void>;
  signOut(): Promise<void>;
  resetPassword(token: string, newPassword: string): Promise<void>;
}

/** Speaks to the built-in identity provider. The session itself is a cookie that scripts cannot read. */
export function createAuthClient(fetch: Fetch = globalThis.fetch.bind(globalThis)): AuthClient {
  async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    const response = await openResponse(fetch, `/api/auth/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    if (!response.ok) throw await errorOf(response, ['error', 'message']);
    return response;
  }

  return {
    async currentToken() {
      // Asked first because it answers a visitor with a plain null, where the token endpoint answers with an error.
      const response = await send('GET', 'get-session');
      const session: unknown = await response.json().catch(() => null);
      if (session === null) return null;
      const token =
        response.headers.get('set-auth-jwt') ?? tokenIn(await (await send('GET', 'token')).json());
      return { token, lifetimeMs: lifetimeMs(readToken(token, '').claims) };
    },
    async signIn(email, password) {
      await send('POST', 'sign-in/email', { email, password });
    },
    async signUp(input) {
      await send('POST', 'sign-up/email', { name: `${input.firstName} ${input.lastName}`.trim(), ...input });
    },
    async signOut() {
      await send('POST', 'sign-out');
    },
    async resetPassword(token, newPassword) {
      await send('POST', 'reset-password', { token, newPassword });
    },
  };
}

function tokenIn(body: unknown): string {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof token === 'string' ? token : '';
}
