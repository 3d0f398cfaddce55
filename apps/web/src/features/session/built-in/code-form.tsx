import { secondFactorCodeBody } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { AuthForm, linkClasses } from './auth-form.tsx';
import type { BuiltInSession } from './built-in-session.ts';
import { useAuthForm } from './use-auth-form.ts';

interface CodeFormProps {
  session: BuiltInSession;
  onStartOver: () => void;
}

/** The second step of signing in. */
export function CodeForm({ session, onStartOver }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const form = useAuthForm({
    name: 'verify-code',
    schema: secondFactorCodeBody,
    send: session.verifyCode,
    fieldOf: { wrong_code: 'code', code_used: 'code' },
  });
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind is another field
  useEffect(() => element.current?.querySelector('input')?.focus(), [kind]);
  return (
    <AuthForm
      form={form}
      formRef={element}
      submitLabel="Continue"
      busyLabel="Checking..."
      footer={
        <>
          <button
            type="button"
            className={linkClasses}
            onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
          >
            {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
          {' · '}
          <button type="button" className={linkClasses} onClick={onStartOver}>
            Start over
          </button>
        </>
      }
    >
      <p data-second-step className="pt-1 pb-2 text-ink-2">
        One more step: your account has a second factor.
      </p>
      {kind === 'app' ? (
        <TextField
          key="app"
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={form.fieldErrors.code}
          hint="The six digits that your authenticator app shows for Parley."
        />
      ) : (
        <TextField
          key="recovery"
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.fieldErrors.code}
          hint="One of the ten that you got when you set up the second factor. Each works once."
        />
      )}
    </AuthForm>
  );
}
