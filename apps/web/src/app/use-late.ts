import { useCallback, useEffect, useRef, useState } from 'react';

export interface Late<Value> {
  /** Null until it is here. */
  value: Value | null;
  /** Whether a try has failed. It goes on trying all the same. */
  failed: boolean;
  trying: boolean;
  retry: () => void;
}

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Loads a part of the app and, while the server is away, tries again with growing pauses until it is here. */
export function useLate<Value extends object>(
  load: () => Promise<Value>,
  known: Value | null = null,
): Late<Value> {
  const [value, setValue] = useState<Value | null>(() => known);
  const needed = value === null;
  const [failed, setFailed] = useState(false);
  const [trying, setTrying] = useState(true);
  const again = useRef(() => {});

  useEffect(() => {
    if (!needed) return;
    let over = false;
    let underWay = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      if (underWay) return;
      clearTimeout(timer);
      underWay = true;
      setTrying(true);
      try {
        const loaded = await load();
        // A component is a function too, and a function given to a setter would be called.
        if (!over) setValue(() => loaded);
      } catch {
        if (over) return;
        setFailed(true);
        timer = setTimeout(attempt, Math.min(longestWaitMs, firstWaitMs * 2 ** failures));
        failures += 1;
      } finally {
        underWay = false;
        if (!over) setTrying(false);
      }
    }

    again.current = () => void attempt();
    const online = () => void attempt();
    window.addEventListener('online', online);
    void attempt();
    return () => {
      over = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
  }, [load, needed]);

  return { value, failed, trying, retry: useCallback(() => again.current(), []) };
}
