import { useCallback, useEffect, useRef } from 'react';
import type { Session } from './session.ts';
import { useSession } from './session-context.ts';

export type SettledSession = Exclude<Session, { status: 'loading' }>;

/** Waits for the session to be loaded, for a button that can be pressed before that. */
export function useSettledSession(): () => Promise<SettledSession> {
  const session = useSession();
  const latest = useRef(session);
  const waiting = useRef<((settled: SettledSession) => void)[]>([]);
  useEffect(() => {
    latest.current = session;
    if (session.status === 'loading') return;
    for (const resolve of waiting.current.splice(0)) resolve(session);
  }, [session]);
  return useCallback(async () => {
    if (latest.current.status !== 'loading') return latest.current;
    return new Promise<SettledSession>((resolve) => waiting.current.push(resolve));
  }, []);
}
