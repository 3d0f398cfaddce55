import { useEffect, useRef, useState } from 'react';

/**
 * Rows are mounted this far outside of the viewport, so that fast scrolling shows no gap. To the sides too: a window that is
 * too narrow for the list, as while a screenshot is taken, must not unmount it.
 */
const margin = '4000px';

/**
 * For a part of a long list: whether it is near the viewport and is to be rendered, and how high it was when it last was. A
 * part that is not rendered keeps that height, so that a long list costs no more than a short one.
 */
export function useNearViewport(initial: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(initial);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        // A row that has the focus stays mounted.
        const mounted = entry.isIntersecting || element.contains(document.activeElement);
        if (!mounted) setHeight(entry.boundingClientRect.height);
        setNear(mounted);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, near, height };
}
