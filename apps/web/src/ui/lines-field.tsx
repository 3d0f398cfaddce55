import { useState } from 'react';
import { TextArea } from './text-field.tsx';

interface LinesFieldProps {
  label: string;
  hint?: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  readOnly: boolean;
  error: string | null;
}

/** A list of short texts, one on each line. */
export function LinesField({ label, hint, values, onChange, readOnly, error }: LinesFieldProps) {
  const [text, setText] = useState(() => values.join('\n'));
  // The text also has the blank lines that are being typed; another list than its own comes from elsewhere.
  if (!isSame(linesOf(text), values)) setText(values.join('\n'));
  return (
    <TextArea
      label={label}
      {...(hint === undefined ? {} : { hint })}
      rows={4}
      value={text}
      readOnly={readOnly}
      error={error}
      onChange={(event) => {
        setText(event.target.value);
        onChange(linesOf(event.target.value));
      }}
    />
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
