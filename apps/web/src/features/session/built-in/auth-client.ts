import type { InvitationBody, ResetPasswordBody, SignInBody, SignUpBody } from '@parley/contract';
import { errorOf, type Fetch, openResponse } from '../../../lib/http.ts';
import { asObject, asString } from '../../../lib/parsing/json.ts';
import { decodeToken, lifetimeMs } from '../session-token.ts';
import type { IssuedToken } from '../token-cache.ts';

export interface AuthClient {
  /** The token of the session in the cookie, or null when there is none. */
  currentToken(): Promise<IssuedToken | null>;
  signIn(body: SignInBody): Promise<void>;
  signUp(body: SignUpBody): Promise<void>;
  signOut(): Promise<void>;
  resetPassword(body: ResetPasswordBody): Promise<void>;
  /** The response, parsed by the form: the schemas are not part of what every page loads. */
  lookAtInvitation(body: InvitationBody): Promise<unknown>;
  /** With the account that is signed in. */
  acceptInvitation(body: InvitationBody): Promise<void>;
}

/** The client of the built-in identity provider. The session itself is an HttpOnly cookie. */
export function createAuthClient(fetch: Fetch = globalThis.fetch.bind(globalThis)): AuthClient {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await openResponse(fetch, `/api/auth/${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json' },
    });
    if (!response.ok) throw await errorOf(response, ['error', 'message']);
    return response;
  }
  const get = (path: string) => send(path, { method: 'GET' });
  const post = async (path: string, body: object = {}) => {
    await send(path, { method: 'POST', body: JSON.stringify(body) });
  };

  return {
    async currentToken() {
      // Requested first, because it returns null for a visitor, where the token endpoint returns an error.
      const response = await get('get-session');
      if ((await response.json()) === null) return null;
      const token =
        response.headers.get('set-auth-jwt') ?? asString(asObject(await (await get('token')).json())?.token);
      if (token === null) throw new Error('The server gave no session token.');
      return { token, lifetimeMs: lifetimeMs(decodeToken(token, '').claims) };
    },
    signIn: (body) => post('sign-in/email', body),
    signUp: (body) => post('sign-up/email', body),
    signOut: () => post('sign-out'),
    resetPassword: (body) => post('reset-password', body),
    lookAtInvitation: async (body) =>
      (await send('invitation/look', { method: 'POST', body: JSON.stringify(body) })).json(),
    acceptInvitation: (body) => post('invitation/accept', body),
  };
}
