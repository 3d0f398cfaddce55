import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FieldErrors } from '../field-errors.ts';
import type { TypedLogin } from './phone-draft.ts';

interface LoginFieldsProps {
  typed: TypedLogin;
  errors: FieldErrors;
  /** Without it only the secrets are asked, of an account that is connected already. */
  withAccount: boolean;
  onChange: (next: Partial<TypedLogin>) => void;
  /** In the place of the question for an API key, where one may be in use already. */
  keyChoice?: ReactNode;
}

export function LoginFields({ typed, errors, withAccount, onChange, keyChoice }: LoginFieldsProps) {
  return (
    <>
      {withAccount && (
        <TextField
          label="Account SID *"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          placeholder="AC..."
          hint="In the Twilio Console, Account Info."
          error={errors.get('accountSid')}
          value={typed.accountSid}
          onChange={(event) => onChange({ accountSid: event.target.value })}
        />
      )}
      <SecretField
        label="Auth token *"
        hint="Twilio signs its webhooks with it, so an API key alone is not enough. It is stored encrypted and never shown again."
        {...(withAccount ? {} : { 'data-autofocus': true })}
        error={errors.get('authToken')}
        value={typed.authToken}
        onChange={(event) => onChange({ authToken: event.target.value })}
      />
      {keyChoice || (
        <Checkbox
          label="Send requests with an API key"
          checked={typed.withKey}
          onCheckedChange={(withKey) => onChange({ withKey })}
        />
      )}
      {typed.withKey && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="API key SID *"
            autoComplete="off"
            spellCheck={false}
            placeholder="SK..."
            error={errors.get('apiKey.sid')}
            value={typed.keySid}
            onChange={(event) => onChange({ keySid: event.target.value })}
          />
          <SecretField
            label="API key secret *"
            error={errors.get('apiKey.secret')}
            value={typed.keySecret}
            onChange={(event) => onChange({ keySecret: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
