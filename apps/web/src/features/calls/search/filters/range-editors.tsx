import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import type { FilterValues } from '../filter-values.ts';
import { presets } from './date-presets.ts';

interface EditorProps {
  values: FilterValues;
  onChange: (part: FilterValues) => void;
}

export function DateEditor({ values, onChange, timeZone }: EditorProps & { timeZone: string }) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        {presets(new Date(), timeZone).map(({ label, from, to }) => (
          <Button key={label} className="h-8 px-2.5 text-sm" onClick={() => onChange({ from, to })}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3">
        <TextField
          type="date"
          label="First day"
          max="9999-12-31"
          value={values.from ?? ''}
          error={
            values.from !== undefined && values.to !== undefined && values.from > values.to
              ? 'The first day is after the last one.'
              : null
          }
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          type="date"
          label="Last day"
          max="9999-12-31"
          value={values.to ?? ''}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </div>
    </div>
  );
}

/** Typed as minutes and seconds, or as seconds alone. */
export function LengthEditor({ values, onChange }: EditorProps) {
  return (
    <div className="grid gap-3">
      <LengthField
        label="At least"
        seconds={values.shortest}
        onChange={(shortest) => onChange({ shortest })}
      />
      <LengthField label="At most" seconds={values.longest} onChange={(longest) => onChange({ longest })} />
      <p className="text-ink-3 text-sm">
        Minutes and seconds, such as 1:30. Calls that nobody answered have no length.
      </p>
    </div>
  );
}

interface LengthFieldProps {
  label: string;
  seconds: string | undefined;
  onChange: (seconds: string) => void;
}

function LengthField({ label, seconds, onChange }: LengthFieldProps) {
  const [typed, setTyped] = useState(() => lengthText(seconds));
  const invalid = typed.trim() !== '' && secondsOf(typed) === null;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder="0:00"
      autoComplete="off"
      value={typed}
      error={invalid ? 'Write it as 1:30.' : null}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = event.target.value.trim() === '' ? '' : secondsOf(event.target.value);
        if (next !== null) onChange(next);
      }}
    />
  );
}

function lengthText(seconds: string | undefined): string {
  if (seconds === undefined || !/^\d+$/.test(seconds)) return seconds ?? '';
  return `${Math.floor(Number(seconds) / 60)}:${String(Number(seconds) % 60).padStart(2, '0')}`;
}

/** Of a day at most, as the server takes it. */
export function secondsOf(typed: string): string | null {
  const [, minutes, rest] = /^(?:(\d{1,4}):(?=[0-5]\d$))?(\d{1,5})$/.exec(typed.trim()) ?? [];
  if (rest === undefined) return null;
  const seconds = Number(minutes ?? 0) * 60 + Number(rest);
  return seconds <= 86_400 ? String(seconds) : null;
}
