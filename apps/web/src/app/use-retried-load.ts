import { useCallback, useEffect, useRef, useState } from 'react';

export interface RetriedLoad<Value> {
  /** Null until it is loaded. */
  value: Value | null;
  /** Whether an attempt has failed. Further attempts follow. */
  failed: boolean;
  loading: boolean;
  retry: () => void;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** Loads a chunk of the app and retries with growing delays while the server is unavailable. */
export function useRetriedLoad<Value extends object>(
  load: () => Promise<Value>,
  initial: Value | null = null,
): RetriedLoad<Value> {
  const [value, setValue] = useState<Value | null>(() => initial);
  const needed = value === null;
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(true);
  const retry = useRef(() => {});

  useEffect(() => {
    if (!needed) return;
    let unmounted = false;
    let inFlight = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      if (inFlight) return;
      clearTimeout(timer);
      inFlight = true;
      setLoading(true);
      try {
        const loaded = await load();
        // Wrapped, because a component is a function, and a setter calls a function it is given.
        if (!unmounted) setValue(() => loaded);
      } catch {
        if (unmounted) return;
        setFailed(true);
        timer = setTimeout(attempt, Math.min(longestDelayMs, firstDelayMs * 2 ** failures));
        failures += 1;
      } finally {
        inFlight = false;
        if (!unmounted) setLoading(false);
      }
    }

    retry.current = () => void attempt();
    const online = () => void attempt();
    window.addEventListener('online', online);
    void attempt();
    return () => {
      unmounted = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
  }, [load, needed]);

  return { value, failed, loading, retry: useCallback(() => retry.current(), []) };
}
