import { limits } from '@parley/contract';
import { TextField } from '../../../ui/text-field.tsx';

interface NewPasswordFieldProps {
  label: string;
  name: string;
  error: string | undefined;
}

export function NewPasswordField({ label, name, error }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      error={error}
      {...(error === undefined
        ? { hint: `At least ${limits.passwordMin} characters. A few words make a good one.` }
        : {})}
    />
  );
}
