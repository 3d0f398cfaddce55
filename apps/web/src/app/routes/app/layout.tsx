import { AccessGuard } from '../../access-guard.tsx';
import { AppProviders } from '../../app-providers.tsx';
import { PermittedOutlet } from '../../permitted-outlet.tsx';
import { usePreviousPath } from '../../previous-page.ts';
import { AppShell } from '../../shell/app-shell.tsx';

export function AppLayout() {
  const previousPath = usePreviousPath();
  return (
    <AccessGuard>
      {(session, permissions) => (
        <AppProviders owner={session.user.email} permissions={permissions} getToken={session.getToken}>
          <AppShell session={session}>
            <PermittedOutlet context={{ previousPath }} />
          </AppShell>
        </AppProviders>
      )}
    </AccessGuard>
  );
}
