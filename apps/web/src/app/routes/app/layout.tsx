import { Outlet } from 'react-router';
import { AccessGuard } from '../../access-guard.tsx';
import { AppProviders } from '../../app-providers.tsx';
import { type PageContext, usePreviousPath } from '../../previous-page.ts';
import { AppShell } from '../../shell/app-shell.tsx';

export function AppLayout() {
  const previousPath = usePreviousPath();
  return (
    <AccessGuard>
      {(session, permissions) => (
        <AppProviders owner={session.user.email} permissions={permissions} getToken={session.getToken}>
          <AppShell session={session}>
            <Outlet context={{ previousPath } satisfies PageContext} />
          </AppShell>
        </AppProviders>
      )}
    </AccessGuard>
  );
}
