import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { useIncompleteNumber } from './number-hint.ts';

export function NumberField({ value, onType }: { value: string; onType: (value: string) => void }) {
  const [left, setLeft] = useState('');
  const incomplete = useIncompleteNumber(left);
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
      // Only a number somebody has finished typing can look incomplete.
      onBlur={() => setLeft(value)}
      hint={
        incomplete
          ? 'This number looks incomplete. International format, e.g. +1234567890.'
          : 'International format, e.g. +1234567890.'
      }
    />
  );
}
