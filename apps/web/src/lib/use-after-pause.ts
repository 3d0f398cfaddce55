import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Calls `act` with a text that has not changed for a while. A link that was followed meanwhile goes first: a change of the
 * address before its page is shown would cancel it.
 */
export function useAfterPause(text: string, pauseMs: number, act: (text: string) => void): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  const [due, setDue] = useState<{ text: string; key: string } | null>(null);
  useEffect(() => {
    // In a transition, as the router renders: what it was told earlier is rendered before this or with it.
    const timer = setTimeout(() => startTransition(() => setDue({ text, key })), pauseMs);
    return () => clearTimeout(timer);
  }, [text, key, pauseMs]);
  useEffect(() => {
    if (due === null || state !== 'idle') return;
    setDue(null);
    if (due.text === text && due.key === key) act(text);
  });
}
