import { signUpBody } from '@parley/contract';
import { Link } from 'react-router';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignUpFormProps {
  session: BuiltInSession;
  signInPath: string;
  codeNeeded: boolean;
}

const fieldOf = { email_taken: 'email', first_account_code: 'code' };

export function SignUpForm({ session, signInPath, codeNeeded }: SignUpFormProps) {
  const form = useAuthForm({
    name: 'sign-up',
    schema: signUpBody,
    send: session.signUp,
    fieldOf: codeNeeded ? fieldOf : { email_taken: 'email' },
    check: ({ code = '' }) => (codeNeeded && code.trim() === '' ? { code: 'Enter the one-time code.' } : {}),
  });
  const { fieldErrors } = form;
  return (
    <AuthForm
      form={form}
      submitLabel="Create Account"
      busyLabel="Creating account..."
      footer={
        <>
          Already have an account?{' '}
          <Link to={signInPath} className={linkClasses}>
            Sign in
          </Link>
        </>
      }
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
