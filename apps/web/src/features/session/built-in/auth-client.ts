import type {
  InvitationBody,
  ResetPasswordBody,
  SecondFactorCodeBody,
  SignInBody,
  SignUpBody,
} from '@parley/contract';
import type { Fetch } from '../../../lib/http.ts';
import { asObject, asString } from '../../../lib/parsing/json.ts';
import { authRequests } from '../auth-requests.ts';
import { decodeToken, lifetimeMs } from '../session-token.ts';
import type { IssuedToken } from '../token-cache.ts';

export interface AuthClient {
  /** The token of the session in the cookie, or null when there is none. */
  currentToken(): Promise<IssuedToken | null>;
  /** `code-needed`: the password is right, and a code of the second factor is wanted. */
  signIn(body: SignInBody): Promise<'signed-in' | 'code-needed'>;
  verifyCode(body: SecondFactorCodeBody): Promise<void>;
  signUp(body: SignUpBody): Promise<void>;
  signOut(): Promise<void>;
  resetPassword(body: ResetPasswordBody): Promise<void>;
  /** The response, parsed by the form: the schemas are not part of what every page loads. */
  lookAtInvitation(body: InvitationBody): Promise<unknown>;
  /** With the account that is signed in. */
  acceptInvitation(body: InvitationBody): Promise<void>;
}

/** The client of the built-in identity provider. The session itself is an HttpOnly cookie. */
export function createAuthClient(fetch?: Fetch): AuthClient {
  const { get, post } = authRequests(fetch);
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
    async signIn(body) {
      const answer = asObject(await post('sign-in/email', body));
      return answer?.secondFactor === 'needed' ? 'code-needed' : 'signed-in';
    },
    verifyCode: async (body) => void (await post('second-factor/verify', body)),
    signUp: async (body) => void (await post('sign-up/email', body)),
    signOut: async () => void (await post('sign-out')),
    resetPassword: async (body) => void (await post('reset-password', body)),
    lookAtInvitation: (body) => post('invitation/look', body),
    acceptInvitation: async (body) => void (await post('invitation/accept', body)),
  };
}
