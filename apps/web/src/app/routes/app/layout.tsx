import { Outlet } from 'react-router';
import { AccessGuard } from '../../access-guard.tsx';
import { AppProviders } from '../../app-providers.tsx';
import { AppShell } from '../../shell/app-shell.tsx';

export function AppLayout() {
  return (
    <AccessGuard>
      {(session) => (
        <AppProviders getToken={session.getToken}>
          <AppShell session={session}>
            <Outlet />
          </AppShell>
        </AppProviders>
      )}
    </AccessGuard>
  );
}
