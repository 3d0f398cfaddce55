import { type RefObject, useEffect, useRef, useState } from 'react';

const outlineMs = 2_000;

/** Brings the row into view with the focus on it, outlined for a moment. */
export function useLight(lit: number | null): { row: RefObject<HTMLLIElement | null>; outlined: boolean } {
  const row = useRef<HTMLLIElement>(null);
  const [outlined, setOutlined] = useState(false);
  useEffect(() => {
    if (lit === null) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
    setOutlined(true);
    const timer = setTimeout(() => setOutlined(false), outlineMs);
    return () => {
      clearTimeout(timer);
      setOutlined(false);
    };
  }, [lit]);
  return { row, outlined };
}
