import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** As `useUnsavedChanges`, and asks also before another part of the page is shown, which `param` of the address chooses. */
export function useUnsavedPart(dirty: boolean, param: string): Blocker {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  const valueIn = ({ search }: { search: string }) => new URLSearchParams(search).get(param);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        valueIn(currentLocation) !== valueIn(nextLocation)),
  );
}
