import type { PublicConfig } from '@parley/contract';
import type { SessionPaths } from '../identity-host.ts';
import type { IdentityFormSlot } from '../session-context.ts';
import type { AuthClient } from './auth-client.ts';
import type { BuiltInSession } from './built-in-session.ts';
import { InvitationForm } from './invitation-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface FormsProps {
  kind: IdentityFormSlot['kind'];
  identity: Extract<PublicConfig['identity'], { provider: 'built-in' }>;
  paths: SessionPaths;
  client: AuthClient;
  session: BuiltInSession;
}

export function Forms({ kind, identity, paths, client, session }: FormsProps) {
  switch (kind) {
    case 'sign-in':
      return <SignInForm session={session} signUpPath={paths.signUp} />;
    case 'sign-up':
      return (
        <SignUpForm
          session={session}
          signInPath={paths.signIn}
          codeNeeded={identity.firstAccountNeedsCode}
          policy={identity.signUp}
        />
      );
    case 'invitation':
      return <InvitationForm client={client} session={session} paths={paths} />;
    case 'reset-password':
      return <ResetPasswordForm client={client} signInPath={paths.signIn} />;
  }
}
