import { useAuth, useClerk, useUser } from '@clerk/react';
import { useEffect } from 'react';
import type { TokenRequest } from '../../../lib/api-client.ts';
import { forgetDrafts } from '../../../lib/drafts.ts';
import { onTabNews, tellOtherTabs } from '../../../lib/tabs.ts';
import { type Session, type SignedIn, sameSession } from '../session.ts';
import { readToken } from '../token-rule.ts';
import { useReturn } from '../use-return.ts';

/** How long the provider's script may take before the page says that it does not come. */
const patienceMs = 10_000;

interface ClerkSessionOptions {
  appKey: string;
  home: string;
  publish: (session: Session) => void;
}

/** Tells the app what Clerk knows, in the app's own words. */
export function useClerkSession({ appKey, home, publish }: ClerkSessionOptions): void {
  const clerk = useClerk();
  const { isLoaded, isSignedIn, sessionId } = useAuth();
  const { user } = useUser();
  useReturn(reload);
  useEffect(
    () =>
      onTabNews(({ kind }) => {
        if (kind !== 'signed-out') return;
        forgetDrafts();
        publish({ status: 'loading' });
        window.location.assign(home);
      }),
    [publish, home],
  );

  useEffect(() => {
    if (isLoaded) return;
    const giveUp = () => publish(unavailable);
    const timer = setTimeout(giveUp, patienceMs);
    const onStatus = (status: string) => status === 'error' && giveUp();
    clerk.on('status', onStatus);
    return () => {
      clearTimeout(timer);
      clerk.off('status', onStatus);
    };
  }, [isLoaded, clerk, publish]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of session means a new token
  useEffect(() => {
    if (!isLoaded) return;
    if (!isSignedIn) return publish({ status: 'signed-out' });
    const person = user;
    if (person === null || person === undefined) return;
    let current: Session = { status: 'loading' };
    let stale = false;

    async function getToken({ fresh = false }: TokenRequest = {}): Promise<string | null> {
      const token = (await clerk.session?.getToken({ skipCache: fresh })) ?? null;
      const next = signedInBy(token);
      if (!stale && !sameSession(current, next)) {
        current = next;
        publish(next);
      }
      return token;
    }

    function signedInBy(token: string | null): SignedIn {
      const { authorization, problem } = readToken(token, appKey);
      if (problem !== null) console.error(`Invalid session token: ${problem}`);
      return {
        status: 'signed-in',
        user: {
          firstName: person?.firstName ?? '',
          lastName: person?.lastName ?? '',
          email: person?.primaryEmailAddress?.emailAddress ?? '',
        },
        authorization,
        getToken,
        async signOut() {
          await clerk.signOut({ redirectUrl: home });
          forgetDrafts();
          tellOtherTabs({ kind: 'signed-out' });
        },
      };
    }

    getToken().catch(() => !stale && publish(unavailable));
    return () => {
      stale = true;
    };
  }, [isLoaded, isSignedIn, sessionId, user, clerk, appKey, home, publish]);
}

const unavailable: Session = {
  status: 'unavailable',
  message: 'The sign-in service does not answer. Check your connection and try again.',
  retry: reload,
};

function reload(): void {
  window.location.reload();
}
