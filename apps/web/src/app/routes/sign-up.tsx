import { Navigate } from 'react-router';
import { useSession } from '../../features/session/session-context.ts';
import { SignUpWidget } from '../../features/session/widgets.tsx';
import { IdentityScreen } from '../identity-screen.tsx';
import { paths } from '../paths.ts';

export function SignUpPage() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.app} replace />;
  return (
    <IdentityScreen
      title="Create your account"
      documentTitle="Create Account"
      subtitle="One account per person, so that everybody sees who placed which call."
    >
      <SignUpWidget />
    </IdentityScreen>
  );
}
