import { useAuth, useUser } from '@clerk/react';
import { useEffect } from 'react';
import type { TokenRequest } from '../../../lib/api-client.ts';
import type { Session } from '../session.ts';
import { readToken } from '../token-rule.ts';

/** How long the provider's script may take before the page says that it does not come. */
const patienceMs = 10_000;

interface ClerkSessionOptions {
  appKey: string;
  home: string;
  publish: (session: Session) => void;
}

/** Tells the app what Clerk knows, in the app's own words. */
export function useClerkSession({ appKey, home, publish }: ClerkSessionOptions): void {
  const { isLoaded, isSignedIn, sessionId, getToken, signOut } = useAuth();
  const { user } = useUser();

  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => {
      publish({
        status: 'unavailable',
        message: 'The sign-in service did not answer within 10 seconds. Check your connection and try again.',
        retry: () => window.location.reload(),
      });
    }, patienceMs);
    return () => clearTimeout(timer);
  }, [isLoaded, publish]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of session means a new token
  useEffect(() => {
    if (!isLoaded) return;
    if (!isSignedIn) return publish({ status: 'signed-out' });
    if (user === null || user === undefined) return;
    let stale = false;
    const token = ({ fresh = false }: TokenRequest = {}) => getToken({ skipCache: fresh });

    async function tell(): Promise<void> {
      const { authorization, problem } = readToken(await token().catch(() => null), appKey);
      if (stale || !user) return;
      if (problem !== null) console.error(`Invalid session token: ${problem}`);
      publish({
        status: 'signed-in',
        user: {
          firstName: user.firstName ?? '',
          lastName: user.lastName ?? '',
          email: user.primaryEmailAddress?.emailAddress ?? '',
        },
        authorization,
        getToken: token,
        signOut: () => signOut({ redirectUrl: home }),
      });
    }
    void tell();
    return () => {
      stale = true;
    };
  }, [isLoaded, isSignedIn, sessionId, user, appKey, home, publish]);
}
