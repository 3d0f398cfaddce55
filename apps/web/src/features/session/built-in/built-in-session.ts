import type { SignInBody, SignUpBody } from '@parley/contract';
import { ApiError } from '../../../lib/api-error.ts';
import { type Session, type SignedIn, sameSession } from '../session.ts';
import { createTokenKeeper, type KeptToken } from '../token-keeper.ts';
import { readToken, textClaim } from '../token-rule.ts';
import type { AuthClient } from './auth-client.ts';

interface BuiltInSessionOptions {
  client: AuthClient;
  appKey: string;
  publish: (session: Session) => void;
  /** Leaves the page for the landing page, with everything in memory forgotten. */
  leave: () => void;
  /** Somebody signed out here: the other tabs show this account too. */
  onSignedOut?: () => void;
  now?: () => number;
}

export interface BuiltInSession {
  start(): Promise<void>;
  /** The session was ended in another tab. */
  forget(): void;
  signIn(body: SignInBody): Promise<void>;
  signUp(body: SignUpBody): Promise<void>;
}

const noSessionSentence = 'Your browser did not keep the session. Allow cookies for this page and try again.';

/** The signed-in state of the built-in provider: whatever the newest token says, told when it changes. */
export function createBuiltInSession(options: BuiltInSessionOptions): BuiltInSession {
  const { client, appKey, leave, now } = options;
  let current: Session = { status: 'loading' };
  const keeper = createTokenKeeper({ fetchToken, ...(now === undefined ? {} : { now }) });

  function publish(session: Session): void {
    current = session;
    options.publish(session);
  }

  async function fetchToken(): Promise<KeptToken | null> {
    const kept = await client.currentToken().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    const next: Session = kept === null ? { status: 'signed-out' } : signedInBy(kept.token);
    if (!sameSession(current, next)) publish(next);
    return kept;
  }

  function signedInBy(token: string): SignedIn {
    const { authorization, claims, problem } = readToken(token, appKey);
    if (problem !== null) console.error(`Invalid session token: ${problem}`);
    return {
      status: 'signed-in',
      user: {
        firstName: textClaim(claims, 'firstName'),
        lastName: textClaim(claims, 'lastName'),
        email: textClaim(claims, 'email'),
      },
      authorization,
      getToken: keeper.get,
      signOut,
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
    forget();
  }

  /** A form that succeeded waits for the app to open; where no session came of it, it must say so. */
  async function enter(): Promise<void> {
    if ((await keeper.get({ fresh: true })) === null) throw new Error(noSessionSentence);
  }

  /** What is shown goes at once; the page itself follows as fast as the landing page comes. */
  function forget(): void {
    if (current.status !== 'loading') publish({ status: 'loading' });
    keeper.clear();
    leave();
  }

  async function start(): Promise<void> {
    publish({ status: 'loading' });
    try {
      await keeper.get({ fresh: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Something went wrong.';
      publish({ status: 'unavailable', message, retry: () => void start() });
    }
  }

  return {
    start,
    forget,
    async signIn(body) {
      await client.signIn(body);
      await enter();
    },
    async signUp(body) {
      await client.signUp(body);
      await enter();
    },
  };
}
