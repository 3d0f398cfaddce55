import { useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { IdentityHostProps } from '../identity-host.ts';
import { createAuthClient } from './auth-client.ts';
import { createBuiltInSession } from './built-in-session.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function BuiltInHost({ appKey, identity, paths, slot, publish }: IdentityHostProps<'built-in'>) {
  const client = useMemo(() => createAuthClient(), []);
  const session = useMemo(
    () => createBuiltInSession({ client, appKey, publish, leave: () => window.location.assign(paths.home) }),
    [client, appKey, publish, paths.home],
  );
  useEffect(() => void session.start(), [session]);

  if (slot === null) return null;
  const forms = {
    'sign-in': <SignInForm session={session} signUpPath={paths.signUp} />,
    'sign-up': (
      <SignUpForm session={session} signInPath={paths.signIn} codeNeeded={identity.firstAccountNeedsCode} />
    ),
    'reset-password': <ResetPasswordForm client={client} signInPath={paths.signIn} />,
  };
  return createPortal(forms[slot.kind], slot.element);
}
