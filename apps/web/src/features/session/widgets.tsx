import { useCallback } from 'react';
import { LoadingNote } from '../../ui/spinner.tsx';
import { type IdentityFormSlot, useSessionContext } from './session-context.ts';
import { UnavailableNotice } from './unavailable-notice.tsx';

export function SignInWidget() {
  return <Widget kind="sign-in" />;
}

export function SignUpWidget() {
  return <Widget kind="sign-up" />;
}

export function ResetPasswordWidget() {
  return <Widget kind="reset-password" />;
}

export function InvitationWidget() {
  return <Widget kind="invitation" />;
}

function Widget({ kind }: { kind: IdentityFormSlot['kind'] }) {
  const { session, setSlot } = useSessionContext();
  const mount = useCallback(
    (element: HTMLElement | null) => {
      setSlot(element === null ? null : { kind, element });
    },
    [kind, setSlot],
  );
  return (
    <>
      {session.status === 'loading' && <LoadingNote>Loading...</LoadingNote>}
      {session.status === 'unavailable' && <UnavailableNotice session={session} />}
      <div ref={mount} hidden={session.status === 'loading' || session.status === 'unavailable'} />
    </>
  );
}
