import { confirmSecondFactorBody, passwordBody, type SecondFactorSecretResponse } from '@parley/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { qrCode } from '../../../lib/qr-code/qr-code.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { CommandLine } from '../../../ui/command-line.tsx';
import { QrImage } from '../../../ui/qr-image.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type AuthFormState, useAuthForm } from '../built-in/use-auth-form.ts';
import { account } from './account-client.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SecondFactorSetUpProps {
  /** It counts from now on, and the recovery codes are shown. */
  onConfirmed?: () => void;
  onDone: () => Promise<unknown>;
}

/** Password, then the app and a code of it, then the recovery codes. */
export function SecondFactorSetUp({ onConfirmed, onDone }: SecondFactorSetUpProps) {
  const [secret, setSecret] = useState<SecondFactorSecretResponse | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onStored={onDone} />;
  if (secret !== null) {
    return (
      <ConfirmStep
        secret={secret}
        onConfirmed={(made) => {
          setCodes(made);
          onConfirmed?.();
        }}
      />
    );
  }
  return <PasswordStep onStarted={setSecret} />;
}

function PasswordStep({ onStarted }: { onStarted: (secret: SecondFactorSecretResponse) => void }) {
  const form = useAuthForm({
    name: 'start-second-factor',
    schema: passwordBody,
    send: async (body) => onStarted(await account.start(body)),
    fieldOf: { wrong_password: 'password' },
  });
  return (
    <StepForm form={form} label="Continue" busyLabel="Checking...">
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={form.fieldErrors.password}
        hint="Once more, so that nobody else sets this up for you."
      />
    </StepForm>
  );
}

interface ConfirmStepProps {
  secret: SecondFactorSecretResponse;
  onConfirmed: (codes: readonly string[]) => void;
}

function ConfirmStep({ secret, onConfirmed }: ConfirmStepProps) {
  const form = useAuthForm({
    name: 'confirm-second-factor',
    schema: confirmSecondFactorBody,
    ...(secret.setUp !== undefined && { extra: { setUp: secret.setUp } }),
    send: async (body) => onConfirmed(await account.confirm(body)),
    fieldOf: { wrong_code: 'code', code_used: 'code' },
  });
  const code = qrCode(secret.uri);
  return (
    <StepForm form={form} label="Confirm" busyLabel="Checking...">
      <p>
        Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft
        Authenticator or 1Password.
      </p>
      {code !== null && <QrImage code={code} label="QR code for your authenticator app" />}
      <div className="grid gap-1.5">
        <p className="text-ink-2 text-sm">
          Or type this key into it, or{' '}
          <a href={secret.uri} className="underline underline-offset-4">
            open the app on this device
          </a>
          .
        </p>
        <CommandLine label="key">{inGroups(secret.secret)}</CommandLine>
      </div>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={form.fieldErrors.code}
        hint="The six digits that the app shows now."
      />
    </StepForm>
  );
}

function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

interface StepFormProps {
  form: AuthFormState;
  label: string;
  busyLabel: string;
  children: ReactNode;
}

function StepForm({ form, label, busyLabel, children }: StepFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={element} onSubmit={form.onSubmit} noValidate className="grid gap-4">
      {form.error !== null && <AlertBox>{form.error}</AlertBox>}
      {children}
      <Button type="submit" look="primary" busy={form.busy} className="w-full sm:w-auto sm:justify-self-end">
        {form.busy ? busyLabel : label}
      </Button>
    </form>
  );
}
