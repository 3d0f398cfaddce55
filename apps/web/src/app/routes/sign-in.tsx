import { useState } from 'react';
import { Navigate } from 'react-router';
import { returnPage } from '../../features/session/idle/return-page.ts';
import { useSession } from '../../features/session/session-context.ts';
import { SignInWidget } from '../../features/session/widgets.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { IdentityScreen } from '../identity-screen.tsx';
import { paths } from '../paths.ts';

export function SignInPage() {
  const session = useSession();
  const [wasSignedOut, setSignedOut] = useState(false);
  if (session.status === 'signed-out' && !wasSignedOut) setSignedOut(true);
  const left = returnPage();
  if (session.status === 'signed-in') {
    // Whose session has ended goes on where it did; everybody else begins at the dashboard.
    const returns = wasSignedOut && left?.owner === session.user.email;
    return <Navigate to={returns ? left.path : paths.app} replace />;
  }
  const idleMinutes = left?.idleMinutes ?? null;
  return (
    <IdentityScreen
      title="Sign in"
      documentTitle="Sign In"
      subtitle="Use the email address you signed up with."
    >
      {idleMinutes !== null && (
        <AlertBox tone="grey" title="You were signed out" className="mb-6">
          Nobody used Parley for {durationOf(idleMinutes)}. Sign in to go on where you were; what you typed is
          kept.
        </AlertBox>
      )}
      <SignInWidget />
    </IdentityScreen>
  );
}

function durationOf(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return count === 1 ? `an ${unit}` : `${count} ${unit}s`;
}
