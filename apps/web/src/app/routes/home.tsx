import { Link, Navigate } from 'react-router';
import { useSession } from '../../features/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { paths } from '../paths.ts';

export function HomePage() {
  const session = useSession();
  if (session.status === 'signed-in') return <Navigate to={paths.app} replace />;
  return (
    <section className="mx-auto max-w-6xl px-6">
      <h1 tabIndex={-1}>Welcome to Parley</h1>
      <Button asChild look="primary">
        <Link to={paths.signIn}>Sign In</Link>
      </Button>
      <Button asChild>
        <Link to={paths.signUp}>Create Account</Link>
      </Button>
    </section>
  );
}
