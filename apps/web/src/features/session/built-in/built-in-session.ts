import type { SecondFactorCodeBody, SignInBody, SignUpBody } from '@parley/contract';
import { ApiError } from '../../../lib/api-error.ts';
import { noteActivity } from '../idle/activity.ts';
import { type Session, type SignedIn, sameSession } from '../session.ts';
import { decodeToken, stringClaim } from '../session-token.ts';
import { createTokenCache, type IssuedToken } from '../token-cache.ts';
import type { AuthClient } from './auth-client.ts';

interface BuiltInSessionOptions {
  client: AuthClient;
  appKey: string;
  publish: (session: Session) => void;
  /** Loads the landing page anew, so that nothing stays in memory. */
  leave: () => void;
  /** The user signed out in this tab; the other tabs must follow. */
  onSignedOut?: () => void;
  /** The session has ended because nobody was there; the other tabs must notice. */
  onIdleEnd?: () => void;
  now?: () => number;
}

export interface BuiltInSession {
  start(): Promise<void>;
  /** The session was ended in another tab: leave the app. */
  endHere(): void;
  /** Resolves when a code is needed, or when the person is signed in. */
  signIn(body: SignInBody): Promise<'signed-in' | 'code-needed'>;
  verifyCode(body: SecondFactorCodeBody): Promise<void>;
  signUp(body: SignUpBody): Promise<void>;
}

const noSessionSentence = 'Your browser did not keep the session. Allow cookies for this page and try again.';

/** The session of the built-in provider: what the newest token says, published when it changes. */
export function createBuiltInSession(options: BuiltInSessionOptions): BuiltInSession {
  const { client, appKey, leave, now } = options;
  let current: Session = { status: 'loading' };
  const tokens = createTokenCache({ fetchToken, ...(now === undefined ? {} : { now }) });

  function publish(session: Session): void {
    current = session;
    options.publish(session);
  }

  async function fetchToken(): Promise<IssuedToken | null> {
    const issued = await client.currentToken().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    const next: Session = issued === null ? { status: 'signed-out' } : signedInBy(issued.token);
    if (!sameSession(current, next)) publish(next);
    return issued;
  }

  function signedInBy(token: string): SignedIn {
    const { authorization, claims, problem } = decodeToken(token, appKey);
    if (problem !== null) console.error(`Invalid session token: ${problem}`);
    return {
      status: 'signed-in',
      user: {
        id: stringClaim(claims, 'sub'),
        firstName: stringClaim(claims, 'firstName'),
        lastName: stringClaim(claims, 'lastName'),
        email: stringClaim(claims, 'email'),
      },
      authorization,
      getToken: tokens.get,
      signOut,
      endIdle,
    };
  }

  async function signOut(): Promise<void> {
    const before = current;
    publish({ status: 'loading' });
    try {
      await client.signOut();
    } catch (error) {
      publish(before);
      throw error;
    }
    options.onSignedOut?.();
    endHere();
  }

  /** The server ends the session by itself where this does not reach it. Nothing is cleared: whoever returns goes on. */
  async function endIdle(): Promise<void> {
    await client.signOut().catch(() => {});
    options.onIdleEnd?.();
    tokens.clear();
    publish({ status: 'signed-out' });
  }

  /** After a successful sign-in without a session, the form must show an error. */
  async function requireSession(): Promise<void> {
    // What was typed into the form is somebody's act: the page that opens now must not find that nobody is there.
    noteActivity();
    if ((await tokens.get({ fresh: true })) === null) throw new Error(noSessionSentence);
  }

  /** Hides the app at once; the landing page follows when it is loaded. */
  function endHere(): void {
    if (current.status !== 'loading') publish({ status: 'loading' });
    tokens.clear();
    leave();
  }

  async function start(): Promise<void> {
    publish({ status: 'loading' });
    try {
      await tokens.get({ fresh: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Something went wrong.';
      publish({ status: 'unavailable', message, retry: () => void start() });
    }
  }

  return {
    start,
    endHere,
    async signIn(body) {
      const result = await client.signIn(body);
      if (result === 'signed-in') await requireSession();
      return result;
    },
    async verifyCode(body) {
      await client.verifyCode(body);
      await requireSession();
    },
    async signUp(body) {
      await client.signUp(body);
      await requireSession();
    },
  };
}
