import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

/** For what is stored once and never shown again. The browser is asked neither to fill it in nor to keep it. */
export function SecretField(props: Omit<TextFieldProps, 'type' | 'autoComplete' | 'spellCheck'>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
