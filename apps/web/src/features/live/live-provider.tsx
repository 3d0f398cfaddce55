import { type ReactNode, useEffect, useState } from 'react';
import { LiveContextProvider } from './live-context.ts';
import { type LiveHandlers, type SharedStreamOptions, shareStream } from './shared-stream.ts';

export interface LiveProviderProps extends Omit<LiveHandlers, 'onState'> {
  /** Identifies the stream between tabs; null until the user is known. */
  name: string | null;
  open: SharedStreamOptions['open'];
  children: ReactNode;
}

/** Reads the event stream while it is mounted. The handlers must be stable. */
export function LiveProvider({ name, open, onEvent, onGap, children }: LiveProviderProps) {
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (name === null) return;
    const stream = shareStream({ name, open, onEvent, onGap, onState: setLive });
    window.addEventListener('online', stream.reconnectNow);
    return () => {
      window.removeEventListener('online', stream.reconnectNow);
      stream.stop();
    };
  }, [name, open, onEvent, onGap]);
  return <LiveContextProvider value={live}>{children}</LiveContextProvider>;
}
