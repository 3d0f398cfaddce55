import type { OpenInvitation } from '@parley/contract';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SignedIn } from '../session.ts';

interface AcceptInvitationProps {
  current: SignedIn;
  invitation: OpenInvitation;
  appPath: string;
  accept: () => Promise<void>;
}

/** For somebody who is signed in: with which account the invitation would be used, before it is. */
export function AcceptInvitation({ current, invitation, appPath, accept }: AcceptInvitationProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const onFailed = (failure: unknown) => setError(sentenceOf(failure));
  const accepting = useSend({
    name: 'accept-invitation',
    act: async () => {
      setError(null);
      await accept();
      await current.getToken({ fresh: true });
    },
    onDone: () => navigate(appPath, { replace: true }),
    onFailed,
  });
  const leaving = useSend({ name: 'sign-out-invited', act: () => current.signOut(), onFailed });
  const { firstName, lastName, email } = current.user;
  const isOther = invitation.email !== null && invitation.email !== email;
  if (current.authorization.status === 'authorized' && !accepting.busy)
    return (
      <div className="grid gap-4">
        <AlertBox tone="grey" title="You have access already">
          {`You are signed in as ${firstName} ${lastName} (${email}). The invitation was not used.`}
        </AlertBox>
        <Button asChild look="primary">
          <Link to={appPath}>Open Parley</Link>
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      {isOther ? (
        <AlertBox title="This invitation is for another account">
          {`It is for ${invitation.email}, and you are signed in as ${email}. Sign out, then open the link again.`}
        </AlertBox>
      ) : (
        <p className="wrap-anywhere">
          {`You are signed in as ${firstName} ${lastName} (${email}). Use the invitation with this account?`}
        </p>
      )}
      {error !== null && <AlertBox>{error}</AlertBox>}
      <div className="flex flex-wrap gap-2">
        {!isOther && (
          <Button look="primary" busy={accepting.busy} onClick={() => accepting.send()}>
            {accepting.busy ? 'Accepting...' : 'Accept Invitation'}
          </Button>
        )}
        <Button busy={leaving.busy} onClick={() => leaving.send()}>
          {leaving.busy ? 'Signing out...' : 'Sign Out'}
        </Button>
      </div>
    </div>
  );
}
