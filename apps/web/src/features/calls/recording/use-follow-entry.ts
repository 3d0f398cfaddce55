import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the entry that is heard in view, until somebody scrolls away from it; from the next press on again. */
export function useFollowEntry(
  inside: RefObject<HTMLElement | null>,
  ordinal: number | null,
  playing: boolean,
): { follow: () => void } {
  const following = useRef(true);
  useEffect(() => {
    const stop = () => {
      following.current = false;
    };
    // By hand: what scrolls for other reasons sends neither.
    window.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('touchmove', stop, { passive: true });
    return () => {
      window.removeEventListener('wheel', stop);
      window.removeEventListener('touchmove', stop);
    };
  }, []);
  useEffect(() => {
    if (ordinal === null || !playing || !following.current) return;
    const row = inside.current?.closest('section')?.querySelector(`[data-entry="${ordinal}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [inside, ordinal, playing]);
  return {
    follow: () => {
      following.current = true;
    },
  };
}
