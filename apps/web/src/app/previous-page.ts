import { useState } from 'react';
import { matchPath, useLocation, useOutletContext } from 'react-router';
import { paths } from './paths.ts';

export interface PageContext {
  /** The path of the page that was shown before this one. */
  previousPath: string | null;
}

export function usePreviousPath(): string | null {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ current: string; previous: string | null }>({
    current: pathname,
    previous: null,
  });
  if (shown.current === pathname) return shown.previous;
  setShown({ current: pathname, previous: shown.current });
  return shown.current;
}

/** The call whose page was shown before this one; fixed while the page is mounted. */
export function usePreviousCallId(): string | null {
  const { previousPath } = useOutletContext<PageContext>();
  const [callId] = useState(
    () => matchPath(`${paths.calls}/:callId`, previousPath ?? '')?.params.callId ?? null,
  );
  return callId;
}
