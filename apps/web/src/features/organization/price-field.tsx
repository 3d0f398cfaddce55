import { TextField } from '../../ui/text-field.tsx';

interface PriceFieldProps {
  label: string;
  hint?: string;
  currency: string;
  disabled: boolean;
  error: string | undefined;
  value: string;
  onValueChange: (text: string) => void;
}

export function PriceField({ label, hint, currency, onValueChange, ...input }: PriceFieldProps) {
  return (
    <TextField
      {...input}
      {...(hint === undefined ? {} : { hint })}
      label={`${label} (${currency})`}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
