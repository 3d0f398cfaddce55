import { TextField } from '../../../../ui/text-field.tsx';

interface NumberFieldProps {
  label: string;
  /** What it counts, behind the number. */
  unit: string;
  value: string;
  error: string | undefined;
  hint?: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A whole number with its unit. */
export function NumberField({ label, unit, value, error, hint, disabled, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={unit === '' ? label : `${label} (${unit})`}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error}
      disabled={disabled}
      {...(hint !== undefined && { hint })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
