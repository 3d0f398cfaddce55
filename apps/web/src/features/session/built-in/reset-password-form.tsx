import { resetPasswordBody } from '@parley/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AuthClient } from './auth-client.ts';
import { AuthForm, linkClasses } from './auth-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Opened with the one-time link that an administrator created. */
export function ResetPasswordForm({ client, signInPath }: { client: AuthClient; signInPath: string }) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const form = useAuthForm({
    name: 'reset-password',
    schema: resetPasswordBody,
    extra: { token },
    send: async (body) => {
      await client.resetPassword(body);
      setDone(true);
    },
    check: ({ newPassword, repeat }) =>
      newPassword === repeat ? {} : { repeat: 'The two passwords are not the same.' },
  });

  if (token === '') {
    return <AlertBox>This link is not complete. Ask your administrator for a new one.</AlertBox>;
  }
  if (done) return <PasswordIsSet signInPath={signInPath} />;
  return (
    <AuthForm
      form={form}
      submitLabel="Set Password"
      busyLabel="Setting password..."
      footer={
        <Link to={signInPath} className={linkClasses}>
          Back to sign in
        </Link>
      }
    >
      <NewPasswordField label="New password" name="newPassword" error={form.fieldErrors.newPassword} />
      <TextField
        label="New password again"
        name="repeat"
        type="password"
        autoComplete="new-password"
        required
        error={form.fieldErrors.repeat}
      />
    </AuthForm>
  );
}

function PasswordIsSet({ signInPath }: { signInPath: string }) {
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
