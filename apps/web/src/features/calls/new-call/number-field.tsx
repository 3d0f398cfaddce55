import { useState } from 'react';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { looksIncomplete, parsePhoneInput } from './parse-phone-input.ts';

interface NumberFieldProps {
  value: string;
  /** Country of numbers without a calling code. */
  country: string | null;
  error: string | null;
  onType: (value: string) => void;
}

export function NumberField({ value, country, error, onType }: NumberFieldProps) {
  const [left, setLeft] = useState('');
  const number = parsePhoneInput(value, country);
  return (
    <TextField
      label="Phone Number"
      name="phone-number"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      required
      placeholder="+1234567890"
      value={value}
      onChange={(event) => {
        onType(event.target.value);
        setLeft('');
      }}
      // A number is not called incomplete while it is being typed.
      onBlur={() => setLeft(value)}
      error={error}
      note={
        number !== null &&
        number !== value.trim() && (
          <p className="text-ink-2">
            Will be dialled as <PhoneNumber className="font-medium text-ink">{number}</PhoneNumber>
          </p>
        )
      }
      hint={
        looksIncomplete(left, country)
          ? 'This number looks incomplete. International format, e.g. +1234567890.'
          : 'International format, e.g. +1234567890.'
      }
    />
  );
}
