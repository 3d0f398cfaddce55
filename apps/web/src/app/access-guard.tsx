import type { Permission } from '@parley/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import type { SignedIn } from '../features/session/session.ts';
import { useSession } from '../features/session/session-context.ts';
import { UnavailableNotice } from '../features/session/unavailable-notice.tsx';
import { CenteredScreen } from './centered-screen.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';

const SecondFactorScreen = lazy(async () => ({
  default: (await import('./second-factor-screen.tsx')).SecondFactorScreen,
}));

interface AccessGuardProps {
  children: (session: SignedIn, permissions: readonly Permission[]) => ReactNode;
}

/** Shows its children to signed-in, authorized users only. The server checks every request by itself. */
export function AccessGuard({ children }: AccessGuardProps) {
  const session = useSession();
  switch (session.status) {
    case 'loading':
      return <LoadingScreen />;
    case 'unavailable':
      return (
        <CenteredScreen>
          <h1 className="sr-only">Sign-in is not available</h1>
          <UnavailableNotice session={session} />
        </CenteredScreen>
      );
    case 'signed-out':
      return <Navigate to={paths.signIn} replace />;
    case 'signed-in':
      switch (session.authorization.status) {
        case 'authorized':
          return children(session, session.authorization.permissions);
        case 'second-factor-missing':
          return (
            <Suspense fallback={<LoadingScreen />}>
              <SecondFactorScreen session={session} />
            </Suspense>
          );
        case 'not-authorized':
          return <Navigate to={paths.accessDenied} replace />;
      }
  }
}
