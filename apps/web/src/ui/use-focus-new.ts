import { type RefObject, useEffect, useRef } from 'react';

/** For a list with a button that adds an item: call the function, and the first field of the new item gets the focus. */
export function useFocusNew(container: RefObject<HTMLElement | null>, count: number): () => void {
  const wanted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is an item more
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    container.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [container, count]);
  return () => {
    wanted.current = true;
  };
}
