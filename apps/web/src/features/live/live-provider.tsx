import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { LiveContextProvider } from './live-context.ts';
import type { LiveStreamOptions } from './live-stream.ts';

export interface LiveProviderProps extends Omit<LiveStreamOptions, 'name' | 'onState'> {
  /** Identifies the stream between tabs; null until the user is known. */
  name: string | null;
  children: ReactNode;
}

/** Reads the event stream while it is mounted. The handlers must be stable. */
export function LiveProvider({ name, open, onEvent, onGap, children }: LiveProviderProps) {
  const [live, setLive] = useState(false);
  const { data: openLiveStream } = useQuery({
    queryKey: queryKeys.code('live stream'),
    queryFn: loadLiveStream,
    staleTime: Number.POSITIVE_INFINITY,
    // Never a reload of the page, as for other code: it works without the stream, and somebody may be typing.
    retry: true,
  });
  useEffect(() => {
    if (name === null || openLiveStream === undefined) return;
    const stream = openLiveStream({ name, open, onEvent, onGap, onState: setLive });
    window.addEventListener('online', stream.reconnectNow);
    return () => {
      window.removeEventListener('online', stream.reconnectNow);
      stream.stop();
    };
  }, [openLiveStream, name, open, onEvent, onGap]);
  return <LiveContextProvider value={live}>{children}</LiveContextProvider>;
}

const loadLiveStream = async () => (await import('./live-stream.ts')).openLiveStream;
