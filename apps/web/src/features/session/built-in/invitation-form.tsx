import { invitationResponse, type OpenInvitation } from '@parley/contract';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { LoadingNote } from '../../../ui/spinner.tsx';
import type { SessionPaths } from '../identity-host.ts';
import { useSession } from '../session-context.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import type { AuthClient } from './auth-client.ts';
import type { BuiltInSession } from './built-in-session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface InvitationFormProps {
  client: AuthClient;
  session: BuiltInSession;
  paths: SessionPaths;
}

/** Opened with the link of an invitation; its token stands behind the #, so that no server logs it. */
export function InvitationForm({ client, session, paths }: InvitationFormProps) {
  const token = useLocation().hash.slice(1);
  const [found, setFound] = useState<OpenInvitation | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const look = useCallback(async () => {
    setFailure(null);
    try {
      setFound(invitationResponse.parse(await client.lookAtInvitation({ token })));
    } catch (error) {
      setFailure(error);
    }
  }, [client, token]);
  useEffect(() => {
    if (token !== '') void look();
  }, [look, token]);
  const retry = useSend({ name: 'look-at-invitation', act: look });

  if (token === '')
    return <AlertBox>This link is not complete. Ask your administrator for a new one.</AlertBox>;
  if (failure !== null)
    return (
      <AlertBox
        action={
          // What was used or has expired stays so.
          !isFinal(failure) && (
            <Button busy={retry.busy} onClick={() => retry.send()}>
              Retry
            </Button>
          )
        }
      >
        {sentenceOf(failure)}
      </AlertBox>
    );
  if (found === null) return <LoadingNote>Loading the invitation...</LoadingNote>;
  return <Found invitation={found} token={token} client={client} session={session} paths={paths} />;
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && ['invitation_used', 'invitation_expired'].includes(error.code);
}

interface FoundProps extends InvitationFormProps {
  invitation: OpenInvitation;
  token: string;
}

function Found({ invitation, token, client, session, paths }: FoundProps) {
  const current = useSession();
  const navigate = useNavigate();
  const [way, setWay] = useState<'sign-up' | 'sign-in'>(invitation.signUpPossible ? 'sign-up' : 'sign-in');
  /** An account was created with it: the app opens, and nothing is asked any more. */
  const [used, setUsed] = useState(false);
  if (used) return <LoadingNote>Opening Parley...</LoadingNote>;
  if (current.status === 'signed-in')
    return (
      <AcceptInvitation
        current={current}
        invitation={invitation}
        appPath={paths.app}
        accept={() => client.acceptInvitation({ token })}
      />
    );
  return (
    <div className="grid gap-6">
      {invitation.signUpPossible && (
        <Segments
          label="How to use the invitation"
          segments={[
            { value: 'sign-up', label: 'Create account' },
            { value: 'sign-in', label: 'I have one' },
          ]}
          value={way}
          onValueChange={setWay}
        />
      )}
      {way === 'sign-up' ? (
        <SignUpForm
          session={session}
          invitation={{ token, email: invitation.email }}
          codeNeeded={false}
          onDone={() => {
            setUsed(true);
            void navigate(paths.app, { replace: true });
          }}
        />
      ) : (
        <SignInForm session={session} />
      )}
    </div>
  );
}
