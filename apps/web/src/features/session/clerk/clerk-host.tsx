import { ClerkProvider, SignIn, SignUp } from '@clerk/react';
import { createPortal } from 'react-dom';
import { AlertBox } from '../../../ui/alert-box.tsx';
import type { IdentityHostProps } from '../identity-host.ts';
import { useClerkSession } from './use-clerk-session.ts';

export function ClerkHost(props: IdentityHostProps<'clerk'>) {
  const { identity, paths, navigate } = props;
  return (
    <ClerkProvider
      publishableKey={identity.publishableKey}
      routerPush={(to) => navigate(to)}
      routerReplace={(to) => navigate(to, { replace: true })}
      signInUrl={paths.signIn}
      signUpUrl={paths.signUp}
      signInFallbackRedirectUrl={paths.app}
      signUpFallbackRedirectUrl={paths.app}
      afterSignOutUrl={paths.home}
      telemetry={false}
    >
      <ClerkBridge {...props} />
    </ClerkProvider>
  );
}

function ClerkBridge({ appKey, paths, slot, publish }: IdentityHostProps<'clerk'>) {
  useClerkSession({ appKey, publish, home: paths.home });
  if (slot === null) return null;
  const widgets = {
    'sign-in': (
      <SignIn routing="path" path={paths.signIn} signUpUrl={paths.signUp} fallbackRedirectUrl={paths.app} />
    ),
    'sign-up': (
      <SignUp routing="path" path={paths.signUp} signInUrl={paths.signIn} fallbackRedirectUrl={paths.app} />
    ),
    invitation: (
      <AlertBox tone="grey">Invitations to this app are made in Clerk. Ask your administrator.</AlertBox>
    ),
    'reset-password': <AlertBox tone="grey">Choose “Forgot password?” on the sign-in page.</AlertBox>,
  };
  return createPortal(widgets[slot.kind], slot.element);
}
