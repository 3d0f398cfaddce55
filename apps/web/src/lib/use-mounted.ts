import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted when a response arrives. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
