import { type ReactNode, useEffect, useState } from 'react';
import { LiveContextProvider } from './live-context.ts';
import { type LiveHandlers, type SharedStreamOptions, shareStream } from './shared-stream.ts';

export interface LiveProviderProps extends Omit<LiveHandlers, 'onState'> {
  /** Null until it is known whose events to read. */
  name: string | null;
  open: SharedStreamOptions['open'];
  children: ReactNode;
}

/** Reads the event stream for as long as it is on the page. Give it handlers that stay the same. */
export function LiveProvider({ name, open, onEvent, onGap, children }: LiveProviderProps) {
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (name === null) return;
    const stream = shareStream({ name, open, onEvent, onGap, onState: setLive });
    window.addEventListener('online', stream.wake);
    return () => {
      window.removeEventListener('online', stream.wake);
      stream.stop();
    };
  }, [name, open, onEvent, onGap]);
  return <LiveContextProvider value={live}>{children}</LiveContextProvider>;
}
