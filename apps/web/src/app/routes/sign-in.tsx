import { Navigate } from 'react-router';
import { useSession } from '../../features/session/session-context.ts';
import { SignInWidget } from '../../features/session/widgets.tsx';
import { IdentityScreen } from '../identity-screen.tsx';
import { paths } from '../paths.ts';

export function SignInPage() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.app} replace />;
  return (
    <IdentityScreen
      title="Sign in"
      documentTitle="Sign In"
      subtitle="Use the email address you signed up with."
    >
      <SignInWidget />
    </IdentityScreen>
  );
}
