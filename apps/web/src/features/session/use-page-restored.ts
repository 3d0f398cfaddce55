import { useEffect } from 'react';

/** A page restored from the back/forward cache may show the state before a sign-out, so it must check again. */
export function usePageRestored(onRestored: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [onRestored]);
}
