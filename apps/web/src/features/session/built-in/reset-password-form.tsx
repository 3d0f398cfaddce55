import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AuthClient } from './auth-client.ts';
import { AuthForm, linkClasses } from './auth-form.tsx';
import { passwordHint, passwordMinLength } from './password-rule.ts';
import { textOf, useSubmit } from './use-submit.ts';

/** Reached by the one-time link that an administrator prints. */
export function ResetPasswordForm({ client, signInPath }: { client: AuthClient; signInPath: string }) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const { busy, error, onSubmit } = useSubmit(async (form) => {
    const password = textOf(form, 'password');
    if (password !== textOf(form, 'repeat')) return 'The two passwords are not the same.';
    await client.resetPassword(token, password);
    setDone(true);
    return null;
  });

  if (token === '') {
    return <AlertBox>This link is not complete. Ask your administrator for a new one.</AlertBox>;
  }
  if (done) {
    return (
      <div className="grid gap-4">
        <AlertBox tone="grey" title="Your password is set">
          Sign in with it from now on. The link cannot be used again.
        </AlertBox>
        <Button asChild look="primary">
          <Link to={signInPath}>Sign In</Link>
        </Button>
      </div>
    );
  }
  return (
    <AuthForm
      onSubmit={onSubmit}
      busy={busy}
      error={error}
      submitLabel="Set Password"
      busyLabel="Setting password..."
      footer={
        <Link to={signInPath} className={linkClasses}>
          Back to sign in
        </Link>
      }
    >
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={passwordHint}
      />
      <TextField
        label="New password again"
        name="repeat"
        type="password"
        autoComplete="new-password"
        required
      />
    </AuthForm>
  );
}
