import { isReportDay, type ReportQuery } from '@parley/contract';
import { useState } from 'react';
import { NativeSelect } from '../../ui/native-select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isPeriodName, type Period, type PeriodName, periodNames, type Range } from './period.ts';

export type Side = NonNullable<ReportQuery['side']>;

interface PeriodBarProps {
  period: Period;
  side: Side | null;
  onPeriod: (name: PeriodName) => void;
  onDay: (which: keyof Range, day: string) => void;
  onSide: (side: Side | null) => void;
}

const own = 'own';
const options = Object.entries(periodNames).map(([value, label]) => ({ value, label }));

/** Which days, and the calls of which side. The two days are always shown: to change one makes a range of one's own. */
export function PeriodBar({ period, side, onPeriod, onDay, onSide }: PeriodBarProps) {
  const name = period.name ?? own;
  return (
    <div className="mb-6 grid grid-cols-2 items-start gap-3 sm:grid-cols-[repeat(4,minmax(0,12rem))] print:hidden">
      <NativeSelect
        label="Period"
        value={name}
        options={name === own ? [...options, { value: own, label: 'Own range' }] : options}
        onValueChange={(next) => isPeriodName(next) && onPeriod(next)}
      />
      <NativeSelect
        label="Calls"
        value={side ?? ''}
        options={[
          { value: '', label: 'All calls' },
          { value: 'real', label: 'Real calls' },
          { value: 'sandbox', label: 'Sandbox calls' },
        ]}
        onValueChange={(next) => onSide(next === 'real' || next === 'sandbox' ? next : null)}
      />
      <DayField label="From" day={period.from} error={null} onDay={(day) => onDay('from', day)} />
      <DayField label="To" day={period.to} error={period.wrong} onDay={(day) => onDay('to', day)} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  error: string | null;
  onDay: (day: string) => void;
}

/** What is half typed stays in the field, and reaches the address as soon as it is a day. */
function DayField({ label, day, error, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      type="date"
      label={label}
      value={typed ?? day}
      min="2000-01-01"
      max="2999-12-31"
      {...(error !== null && { error })}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isReportDay(target.value) && target.value >= '2000-01-01') onDay(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
