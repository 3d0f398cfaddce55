import { lazy, Suspense } from 'react';
import { AccessGuard } from '../../access-guard.tsx';
import { AppProviders } from '../../app-providers.tsx';
import { PermittedOutlet } from '../../permitted-outlet.tsx';
import { usePreviousPath } from '../../previous-page.ts';
import { AppShell } from '../../shell/app-shell.tsx';

/** Not part of the first load. Where it cannot be loaded the server alone ends a session that nobody uses. */
const IdleWatch = lazy(() =>
  import('../../../features/session/idle/idle-watch.tsx').then(
    ({ IdleWatch }) => ({ default: IdleWatch }),
    () => ({ default: () => null }),
  ),
);

export function AppLayout() {
  const previousPath = usePreviousPath();
  return (
    <AccessGuard>
      {(session, permissions) => (
        <AppProviders owner={session.user.email} permissions={permissions} getToken={session.getToken}>
          <Suspense>
            <IdleWatch session={session} />
          </Suspense>
          <AppShell session={session}>
            <PermittedOutlet context={{ previousPath }} />
          </AppShell>
        </AppProviders>
      )}
    </AccessGuard>
  );
}
