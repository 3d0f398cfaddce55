import type { Permission } from '@parley/contract';
import type { ComponentType, ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { SignedIn } from '../features/session/session.ts';
import { useSession } from '../features/session/session-context.ts';
import { UnavailableNotice } from '../features/session/unavailable-notice.tsx';
import { reloadOnStaleChunk } from '../lib/stale-chunks.ts';
import { CenteredScreen } from './centered-screen.tsx';
import { PageLoadFailed } from './lazy-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';
import { useRetriedLoad } from './use-retried-load.ts';

type Screen = ComponentType<{ session: SignedIn }>;
let cached: Screen | null = null;
const loadSecondFactor = () =>
  reloadOnStaleChunk<Screen>(async () => {
    cached = (await import('./second-factor-screen.tsx')).SecondFactorScreen;
    return cached;
  });

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
          return <SecondFactor session={session} />;
        case 'not-authorized':
          return <Navigate to={paths.accessDenied} replace />;
      }
  }
}

/** Tried again until it is there: it stands in the place of every page. */
function SecondFactor({ session }: { session: SignedIn }) {
  const { value: Loaded, failed, loading, retry } = useRetriedLoad(loadSecondFactor, cached);
  if (Loaded !== null) return <Loaded session={session} />;
  if (!failed) return <LoadingScreen />;
  return (
    <CenteredScreen>
      <PageLoadFailed trying={loading} onRetry={retry} />
    </CenteredScreen>
  );
}
