import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { createCallFeed } from '../features/calls/cache/call-feed.ts';
import { LiveProvider, type LiveProviderProps } from '../features/live/live-provider.tsx';
import { readEvents } from '../features/live/read-events.ts';
import { type Claims, lifetimeMs, readToken, textClaim } from '../features/session/token-rule.ts';
import type { GetToken } from '../lib/api-client.ts';
import { useApi } from '../lib/api-context.ts';
import { keyOf, onTabNews } from '../lib/tabs.ts';

/** Lets what happens at the server into the cached calls, as it happens. */
export function LiveUpdates({ getToken, children }: { getToken: GetToken; children: ReactNode }) {
  const api = useApi();
  const client = useQueryClient();
  const [feed] = useState(() => createCallFeed(client));
  // Before any page below asks for its first answer, which happens in effects.
  useLayoutEffect(() => feed.start(), [feed]);
  useEffect(
    () => onTabNews((news) => news.kind === 'changed' && client.invalidateQueries({ queryKey: keyOf(news) })),
    [client],
  );
  const name = useStreamName(getToken);

  const open = useCallback<LiveProviderProps['open']>(
    async (signal, onEvent) => {
      // The server ends the stream with its token, so it begins with a new one whose whole life is ahead.
      const token = await getToken({ fresh: true });
      const response = await api.open(routes.events, { signal });
      const stream = await readEvents(response, onEvent);
      return { ...stream, lifetimeMs: lifetimeMs(readToken(token, '').claims) };
    },
    [api, getToken],
  );
  return (
    <LiveProvider name={name} open={open} onEvent={feed.apply} onGap={feed.catchUp}>
      {children}
    </LiveProvider>
  );
}

/** Tabs share a stream only when they show the same person the same tenant. */
function useStreamName(getToken: GetToken): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let shown = true;
    getToken()
      .then((token) => shown && setName(streamName(readToken(token, '').claims)))
      // Without a token there is nothing to read; the pages themselves say what is wrong.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [getToken]);
  return name;
}

function streamName(claims: Claims): string {
  const organisation = typeof claims.o === 'object' ? JSON.stringify(claims.o) : textClaim(claims, 'org');
  return `parley-live:${textClaim(claims, 'sub')}:${organisation}`;
}
