import { useAuth, useClerk, useUser } from '@clerk/react';
import { useEffect } from 'react';
import type { TokenRequest } from '../../../lib/api-client.ts';
import { clearDrafts } from '../../../lib/drafts.ts';
import { notifyOtherTabs, onTabMessage } from '../../../lib/tabs.ts';
import { type Session, type SignedIn, sameSession } from '../session.ts';
import { decodeToken } from '../session-token.ts';
import { usePageRestored } from '../use-page-restored.ts';

/** After this time without Clerk's script, the page says that sign-in is not available. */
const loadTimeoutMs = 10_000;

interface ClerkSessionOptions {
  appKey: string;
  home: string;
  publish: (session: Session) => void;
}

/** Publishes Clerk's state as the app's session. */
export function useClerkSession({ appKey, home, publish }: ClerkSessionOptions): void {
  const clerk = useClerk();
  const { isLoaded, isSignedIn, sessionId } = useAuth();
  const { user } = useUser();
  usePageRestored(reload);
  useEffect(
    () =>
      onTabMessage(({ kind }) => {
        if (kind !== 'signed-out') return;
        clearDrafts();
        publish({ status: 'loading' });
        window.location.assign(home);
      }),
    [publish, home],
  );

  useEffect(() => {
    if (isLoaded) return;
    const giveUp = () => publish(unavailable);
    const timer = setTimeout(giveUp, loadTimeoutMs);
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
      const { authorization, problem } = decodeToken(token, appKey);
      if (problem !== null) console.error(`Invalid session token: ${problem}`);
      return {
        status: 'signed-in',
        user: {
          id: person?.id ?? '',
          firstName: person?.firstName ?? '',
          lastName: person?.lastName ?? '',
          email: person?.primaryEmailAddress?.emailAddress ?? '',
        },
        authorization,
        getToken,
        endIdle: null,
        async signOut() {
          await clerk.signOut({ redirectUrl: home });
          clearDrafts();
          notifyOtherTabs({ kind: 'signed-out' });
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
