import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page when an answer comes. */
export function useShown(): RefObject<boolean> {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
