import type { Permission } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { BackgroundSaves, BackgroundSavesProvider } from '../features/agents/editor/background-saves.ts';
import { createApiClient, type GetToken } from '../lib/api-client.ts';
import { ApiProvider } from '../lib/api-context.ts';
import { createDrafts, DraftsProvider, sessionStorageOrNull } from '../lib/drafts.ts';
import { PermissionsProvider, useOfferedPermissions } from '../lib/permissions.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { LiveUpdates } from './live-updates.tsx';
import { Toasts } from './toasts.tsx';
import { useRoleChanges } from './use-role-changes.ts';

interface AppProvidersProps {
  /** Drafts are stored for this user. */
  owner: string;
  /** By the newest token. */
  permissions: readonly Permission[];
  getToken: GetToken;
  children: ReactNode;
}

/** What every page behind the guard uses: permissions, the API, the cache, live updates, toasts. */
export function AppProviders({ owner, permissions, getToken, children }: AppProvidersProps) {
  const { offered, withdraw } = useOfferedPermissions(permissions);
  const onNotPermitted = useCallback(
    (permission: Permission) => {
      withdraw(permission);
      // A new token says whether the role has changed.
      getToken({ fresh: true }).catch(() => {});
    },
    [withdraw, getToken],
  );
  useRoleChanges(permissions, getToken);
  const api = useMemo(() => createApiClient({ getToken, onNotPermitted }), [getToken, onNotPermitted]);
  const [queryClient] = useState(createQueryClient);
  const drafts = useMemo(() => createDrafts(sessionStorageOrNull(), owner), [owner]);
  const [backgroundSaves] = useState(() => new BackgroundSaves());
  useEffect(() => backgroundSaves.open(), [backgroundSaves]);
  return (
    <PermissionsProvider value={offered}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <DraftsProvider value={drafts}>
            <BackgroundSavesProvider value={backgroundSaves}>
              <LiveUpdates getToken={getToken}>{children}</LiveUpdates>
            </BackgroundSavesProvider>
          </DraftsProvider>
          <Toasts />
        </QueryClientProvider>
      </ApiProvider>
    </PermissionsProvider>
  );
}
