import { signUpBody } from '@parley/contract';
import { Link } from 'react-router';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignUpFormProps {
  session: BuiltInSession;
  /** Left out where people sign in on the same page. */
  signInPath?: string;
  codeNeeded: boolean;
  /** Who may create an account; left out by servers where everybody may. */
  policy?: 'open' | 'invited' | 'closed' | undefined;
  /** With an address it is for this one alone. */
  invitation?: { token: string; email: string | null };
  onDone?: () => void;
}

const refusals = {
  invited: 'You need an invitation to create an account here. Ask your administrator for a link.',
  closed: 'Nobody can create an account here at the moment. Ask your administrator.',
};

const fieldOf = { email_taken: 'email', first_account_code: 'code' };

export function SignUpForm(props: SignUpFormProps) {
  const { policy = 'open', signInPath } = props;
  if (policy === 'open') return <Fields {...props} />;
  return (
    <div className="grid gap-4">
      <AlertBox tone="grey" title="No new accounts">
        {refusals[policy]}
      </AlertBox>
      {signInPath !== undefined && (
        <p className="text-center text-ink-2">
          <SignInLink to={signInPath} />
        </p>
      )}
    </div>
  );
}

function SignInLink({ to }: { to: string }) {
  return (
    <>
      Already have an account?{' '}
      <Link to={to} className={linkClasses}>
        Sign in
      </Link>
    </>
  );
}

function Fields({ session, signInPath, codeNeeded, invitation, onDone }: SignUpFormProps) {
  const form = useAuthForm({
    name: 'sign-up',
    schema: signUpBody,
    ...(invitation && { extra: { invitation: invitation.token } }),
    send: async (body) => {
      await session.signUp(body);
      onDone?.();
    },
    fieldOf: codeNeeded ? fieldOf : { email_taken: 'email' },
    check: ({ code = '' }) => (codeNeeded && code.trim() === '' ? { code: 'Enter the one-time code.' } : {}),
  });
  const { fieldErrors } = form;
  return (
    <AuthForm
      form={form}
      submitLabel="Create Account"
      busyLabel="Creating account..."
      footer={signInPath !== undefined && <SignInLink to={signInPath} />}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          required
          error={fieldErrors.firstName}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          required
          error={fieldErrors.lastName}
        />
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={fieldErrors.email}
        {...(invitation?.email != null && {
          defaultValue: invitation.email,
          readOnly: true,
          hint: 'The invitation is for this address.',
        })}
      />
      <NewPasswordField label="Password" name="password" error={fieldErrors.password} />
      {codeNeeded && (
        <TextField
          label="One-time code"
          name="code"
          autoComplete="one-time-code"
          required
          error={fieldErrors.code}
          hint="The first account needs the code that the server has printed; npm run access -- list shows it too."
        />
      )}
    </AuthForm>
  );
}
