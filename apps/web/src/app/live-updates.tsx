import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { createCallCacheSync } from '../features/calls/cache/call-cache-sync.ts';
import { createContactSync } from '../features/contacts/contact-sync.ts';
import { createFollowUpSync } from '../features/follow-ups/cache/follow-up-sync.ts';
import { LiveProvider, type LiveProviderProps } from '../features/live/live-provider.tsx';
import { type Claims, decodeToken, lifetimeMs, stringClaim } from '../features/session/session-token.ts';
import type { GetToken } from '../lib/api-client.ts';
import { useApi } from '../lib/api-context.ts';
import { notifyListeners } from '../lib/live-listeners.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { onTabMessage } from '../lib/tabs.ts';
import { useUrgentNotifications } from './use-urgent-notifications.ts';

/** Applies the events of the server to the cached responses, and tells of what is urgent. */
export function LiveUpdates({ getToken, children }: { getToken: GetToken; children: ReactNode }) {
  const api = useApi();
  const client = useQueryClient();
  const [sync] = useState(() =>
    createCallCacheSync(client, [createFollowUpSync(client), createContactSync(client)]),
  );
  const notifier = useUrgentNotifications();
  // A layout effect, so that it runs before the pages send their first requests in effects.
  useLayoutEffect(() => sync.start(), [sync]);
  useEffect(
    () =>
      onTabMessage(
        (message) =>
          message.kind === 'changed' && client.invalidateQueries({ queryKey: queryKeys[message.what] }),
      ),
    [client],
  );
  const name = useStreamName(getToken);

  const open = useCallback<LiveProviderProps['open']>(
    async (signal) => {
      // The server ends the stream when its token expires, so a fresh token gives the longest stream.
      const token = await getToken({ fresh: true });
      const response = await api.open(routes.events, { signal });
      return { response, lifetimeMs: lifetimeMs(decodeToken(token, '').claims) };
    },
    [api, getToken],
  );
  const onEvent = useCallback<LiveProviderProps['onEvent']>(
    (event) => {
      sync.apply(event);
      notifyListeners(event);
      notifier.onEvent(event);
    },
    [sync, notifier],
  );
  const onGap = useCallback<LiveProviderProps['onGap']>(
    (quietMs) => {
      sync.catchUp(quietMs);
      notifyListeners(null);
      notifier.onGap();
    },
    [sync, notifier],
  );
  return (
    <LiveProvider name={name} open={open} onEvent={onEvent} onGap={onGap}>
      {children}
    </LiveProvider>
  );
}

/** Tabs share a stream only when they have the same user and tenant. */
function useStreamName(getToken: GetToken): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let shown = true;
    getToken()
      .then((token) => shown && setName(streamName(decodeToken(token, '').claims)))
      // Without a token there is no stream; the pages show the error.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [getToken]);
  return name;
}

function streamName(claims: Claims): string {
  const organization = typeof claims.o === 'object' ? JSON.stringify(claims.o) : stringClaim(claims, 'org');
  return `parley-live:${stringClaim(claims, 'sub')}:${organization}`;
}
