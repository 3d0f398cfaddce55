import { defaultIdleMinutes } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSignInPolicy } from '../policy/use-sign-in-policy.ts';
import type { SignedIn } from '../session.ts';
import { lastActiveAt, listenForActivity, noteActivity } from './activity.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { type IdleState, idleStateAt } from './idle-state.ts';
import { rememberPage } from './return-page.ts';

/**
 * Warns before the session ends because nobody is there, ends it, and remembers the page for the return. The dialog is loaded
 * with it: when it is needed the server may be away, or have another release.
 */
export function IdleWatch({ session }: { session: SignedIn }) {
  const { endIdle } = session;
  return endIdle === null ? null : <Watch session={session} endIdle={endIdle} />;
}

function Watch({ session, endIdle }: { session: SignedIn; endIdle: () => Promise<void> }) {
  const idleMinutes = useSignInPolicy().data?.policy.idleMinutes ?? defaultIdleMinutes;
  const owner = session.user.email;
  const { pathname, search } = useLocation();
  const path = pathname + search;
  useEffect(() => rememberPage({ owner, path, idleMinutes: null }), [owner, path]);

  const { state, look } = useIdleState(idleMinutes);
  const isWarning = state.kind === 'warning';
  // While it warns, only the dialog's button counts: a pointer that somebody brushes past keeps nobody signed in.
  useEffect(() => (isWarning ? undefined : listenForActivity()), [isWarning]);
  const isEnded = state.kind === 'ended';
  useEffect(() => {
    if (!isEnded) return;
    rememberPage({ owner, path, idleMinutes });
    void endIdle();
  }, [isEnded, endIdle, owner, path, idleMinutes]);

  const [wasWarned, setWarned] = useState(false);
  if (isWarning && !wasWarned) setWarned(true);
  if (!wasWarned) return null;
  return (
    <IdleDialog
      secondsLeft={isWarning ? state.secondsLeft : null}
      onStay={() => {
        noteActivity();
        look();
        // Tells the server now, not with the next token.
        session.getToken({ fresh: true }).catch(() => {});
      }}
      onSignOut={session.signOut}
    />
  );
}

/** Looks at the time when something is due, each second while it warns, and whenever another tab or a wake-up may matter. */
function useIdleState(idleMinutes: number): { state: IdleState; look: () => void } {
  const [now, setNow] = useState(() => Date.now());
  const [look] = useState(() => () => setNow(Date.now()));
  const state = idleStateAt(now, lastActiveAt(now), idleMinutes);
  const waitMs = state.kind === 'active' ? Math.min(state.nextInMs, 30_000) : 1_000;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the next timer
  useEffect(() => {
    const timer = setTimeout(look, waitMs);
    window.addEventListener('storage', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now, waitMs, look]);
  return { state, look };
}
