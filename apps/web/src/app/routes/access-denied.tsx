import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../../features/session/session-context.ts';
import { useSettledSession } from '../../features/session/use-settled-session.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-heading.tsx';
import { CenteredScreen } from '../centered-screen.tsx';
import { paths } from '../paths.ts';

export function AccessDeniedPage() {
  return (
    <CenteredScreen>
      <DocumentTitle>Access Denied</DocumentTitle>
      <h1 tabIndex={-1} className="font-semibold text-xl tracking-tight">
        Access Denied
      </h1>
      <p className="font-medium">You don't have permission to access this application</p>
      <p className="text-ink-2">
        Your account doesn't have the required permissions for this app. Please contact your administrator if
        you believe this is an error.
      </p>
      <Buttons />
    </CenteredScreen>
  );
}

function Buttons() {
  const settled = useSettledSession();
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  useAccessRecheck();
  const { busy, send } = useSend({
    name: 'sign-out-denied',
    act: async () => {
      setError(null);
      // Waits for the session: leaving without a sign-out would keep the account signed in on this computer.
      const session = await settled();
      if (session.status === 'unavailable') throw new Error(session.message);
      if (session.status === 'signed-in') await session.signOut();
      else await navigate(paths.home);
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });

  return (
    <>
      {error !== null && <AlertBox className="w-full">{error}</AlertBox>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button asChild look="primary">
          <Link to={paths.home}>Go to Home</Link>
        </Button>
        <Button busy={busy} onClick={() => send()}>
          {busy ? 'Signing out...' : 'Sign Out'}
        </Button>
      </div>
    </>
  );
}

/** Checks on mount and on window focus whether an administrator has granted access, and then opens the app. */
function useAccessRecheck(): void {
  const session = useSession();
  const navigate = useNavigate();
  const getToken = session.status === 'signed-in' ? session.getToken : null;
  const denied = session.status === 'signed-in' && session.authorization.status === 'not-authorized';
  const [wasDenied, setWasDenied] = useState(false);
  if (denied && !wasDenied) setWasDenied(true);
  const granted = wasDenied && session.status === 'signed-in' && !denied;

  useEffect(() => {
    if (granted) void navigate(paths.app, { replace: true });
  }, [granted, navigate]);

  useEffect(() => {
    if (!denied || getToken === null) return;
    const check = () => void getToken({ fresh: true }).catch(() => null);
    check();
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [denied, getToken]);
}
