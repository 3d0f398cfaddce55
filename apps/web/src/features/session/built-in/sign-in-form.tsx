import { Link } from 'react-router';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { textOf, useSubmit } from './use-submit.ts';

export function SignInForm({ session, signUpPath }: { session: BuiltInSession; signUpPath: string }) {
  const { busy, error, onSubmit } = useSubmit(async (form) => {
    await session.signIn(textOf(form, 'email').trim(), textOf(form, 'password'));
    return null;
  });
  return (
    <AuthForm
      onSubmit={onSubmit}
      busy={busy}
      error={error}
      submitLabel="Sign In"
      busyLabel="Signing in..."
      footer={
        <>
          No account yet?{' '}
          <Link to={signUpPath} className={linkClasses}>
            Create one
          </Link>
        </>
      }
    >
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint="Forgotten it? Your administrator can give you a one-time link."
      />
    </AuthForm>
  );
}
