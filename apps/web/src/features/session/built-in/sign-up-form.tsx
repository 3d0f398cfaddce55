import { Link } from 'react-router';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { passwordHint, passwordMinLength } from './password-rule.ts';
import { textOf, useSubmit } from './use-submit.ts';

interface SignUpFormProps {
  session: BuiltInSession;
  signInPath: string;
  codeNeeded: boolean;
}

export function SignUpForm({ session, signInPath, codeNeeded }: SignUpFormProps) {
  const { busy, error, onSubmit } = useSubmit(async (form) => {
    const firstName = textOf(form, 'firstName').trim();
    const lastName = textOf(form, 'lastName').trim();
    if (firstName === '' || lastName === '') return 'Enter your first and last name.';
    const code = textOf(form, 'code').trim();
    await session.signUp({
      firstName,
      lastName,
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
      ...(code === '' ? {} : { code }),
    });
    return null;
  });
  return (
    <AuthForm
      onSubmit={onSubmit}
      busy={busy}
      error={error}
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" name="firstName" autoComplete="given-name" required maxLength={80} />
        <TextField label="Last name" name="lastName" autoComplete="family-name" required maxLength={80} />
      </div>
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={passwordHint}
      />
      {codeNeeded && (
        <TextField
          label="One-time code"
          name="code"
          autoComplete="one-time-code"
          required
          hint="The first account needs the code that the server printed when it started."
        />
      )}
    </AuthForm>
  );
}
