import type { Permission } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Toaster } from 'sonner';
import { createApiClient, type GetToken } from '../lib/api-client.ts';
import { ApiProvider } from '../lib/api-context.ts';
import { createDrafts, DraftsProvider, sessionStorageOrNull } from '../lib/drafts.ts';
import { PermissionsProvider, useOfferedPermissions } from '../lib/permissions.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { useDarkMode } from '../lib/theme.ts';
import { LiveUpdates } from './live-updates.tsx';
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
  return (
    <PermissionsProvider value={offered}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <DraftsProvider value={drafts}>
            <LiveUpdates getToken={getToken}>{children}</LiveUpdates>
          </DraftsProvider>
          <Toasts />
        </QueryClientProvider>
      </ApiProvider>
    </PermissionsProvider>
  );
}

function Toasts() {
  const [dark] = useDarkMode();
  return (
    <Toaster
      theme={dark ? 'dark' : 'light'}
      duration={4000}
      visibleToasts={3}
      gap={14}
      position="bottom-right"
      toastOptions={{
        classNames: {
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
          description: 'text-ink-2!',
        },
      }}
      style={
        {
          '--width': '356px',
          '--normal-bg': 'var(--surface)',
          '--normal-text': 'var(--ink)',
          '--normal-border': 'var(--line)',
          '--border-radius': '6px',
          fontFamily: 'inherit',
        } as React.CSSProperties
      }
    />
  );
}
