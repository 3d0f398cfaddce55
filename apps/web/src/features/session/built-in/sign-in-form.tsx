import { signInBody } from '@parley/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { CodeForm } from './code-form.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useFirstFocus } from './use-first-focus.ts';

interface SignInFormProps {
  session: BuiltInSession;
  /** Left out where an account is created on the same page. */
  signUpPath?: string | undefined;
}

/** The password first; then, for an account with a second factor, a code. */
export function SignInForm({ session, signUpPath }: SignInFormProps) {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  return isCodeNeeded ? (
    <CodeForm session={session} onStartOver={() => setCodeNeeded(false)} />
  ) : (
    <PasswordForm session={session} signUpPath={signUpPath} onCodeNeeded={() => setCodeNeeded(true)} />
  );
}

function PasswordForm({ session, signUpPath, onCodeNeeded }: SignInFormProps & { onCodeNeeded: () => void }) {
  const form = useAuthForm({
    name: 'sign-in',
    schema: signInBody,
    send: async (body) => {
      if ((await session.signIn(body)) === 'code-needed') onCodeNeeded();
    },
  });
  return (
    <AuthForm
      form={form}
      formRef={useFirstFocus()}
      submitLabel="Sign In"
      busyLabel="Signing in..."
      footer={
        signUpPath !== undefined && (
          <>
            No account yet?{' '}
            <Link to={signUpPath} className={linkClasses}>
              Create one
            </Link>
          </>
        )
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={form.fieldErrors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={form.fieldErrors.password}
        hint="Forgotten it? Your administrator can give you a one-time link."
      />
    </AuthForm>
  );
}
