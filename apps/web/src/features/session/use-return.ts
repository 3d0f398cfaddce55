import { useEffect } from 'react';

/** A page that the Back button brings back from memory may show what was true before a sign-out: look again. */
export function useReturn(lookAgain: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) lookAgain();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [lookAgain]);
}
