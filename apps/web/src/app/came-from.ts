import { useState } from 'react';
import { matchPath, useLocation, useOutletContext } from 'react-router';
import { paths } from './paths.ts';

export interface PageContext {
  /** The page of the app that was shown before this one. */
  previousPath: string | null;
}

export function usePreviousPath(): string | null {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ now: string; before: string | null }>({ now: pathname, before: null });
  if (shown.now === pathname) return shown.before;
  setShown({ now: pathname, before: shown.now });
  return shown.now;
}

/** The call that one comes back from, for as long as the list stays. */
export function useCallCameFrom(): string | null {
  const { previousPath } = useOutletContext<PageContext>();
  const [callId] = useState(
    () => matchPath(`${paths.calls}/:callId`, previousPath ?? '')?.params.callId ?? null,
  );
  return callId;
}
