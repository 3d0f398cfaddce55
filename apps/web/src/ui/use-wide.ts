import { useSyncExternalStore } from 'react';

const query = '(min-width: 64rem)';

/** Whether two panes fit side by side; from the width on at which the sidebar is shown. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const wide = window.matchMedia(query);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}
