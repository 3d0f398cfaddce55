import { numberText } from './number-text.ts';

interface ProgressBarProps {
  /** What is going on. */
  label: string;
  value: number;
  /** Null when it is not known how much there is. */
  max: number | null;
  unit: string;
}

/** A bar with the same in words, such as "12,400 of 50,000 rows". */
export function ProgressBar({ label, value, max, unit }: ProgressBarProps) {
  const words =
    max === null ? `${numberText(value)} ${unit}` : `${numberText(value)} of ${numberText(max)} ${unit}`;
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{label}</span>
        <span className="text-ink-2 tabular-nums">{words}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuetext={words}
        {...(max === null ? {} : { 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': max })}
        className="h-1.5 overflow-hidden rounded-box bg-grey-soft"
      >
        <div
          className="h-full bg-ink-2"
          style={{ width: `${max === null || max === 0 ? 0 : Math.min(100, (100 * value) / max)}%` }}
        />
      </div>
    </div>
  );
}
