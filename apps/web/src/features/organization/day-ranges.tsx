import { type OpenRange, openingLimits } from '@parley/contract';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClasses } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { errorsAt, type FormErrors } from './form-errors.ts';

interface DayRangesProps {
  /** Of the day, for screen readers. */
  label: string;
  ranges: readonly OpenRange[];
  /** The place of the ranges in the settings. */
  place: string;
  errors: FormErrors;
  disabled: boolean;
  onChange: (ranges: readonly OpenRange[]) => void;
}

/** When one day is open: any number of ranges, or closed. */
export function DayRanges({ label, ranges, place, errors, disabled, onChange }: DayRangesProps) {
  const id = useId();
  const sentences = errorsAt(errors, place);
  const set = (index: number, changes: Partial<OpenRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...changes } : range)));
  const add = !disabled && ranges.length < openingLimits.perDay && (
    <Button
      look="quiet"
      className="px-2 text-sm max-sm:-ml-2"
      aria-label={`Add hours to ${label}`}
      onClick={() => onChange([...ranges, nextRange(ranges)])}
    >
      <Plus aria-hidden="true" className="size-4" />
      Add Hours
    </Button>
  );
  return (
    <div className="grid gap-1.5">
      {ranges.length === 0 && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-2">
          <span className="text-ink-3">Closed</span>
          {add}
        </div>
      )}
      {ranges.map((range, index) => {
        const name = ranges.length === 1 ? label : `${label}, opening ${index + 1}`;
        const input = {
          disabled,
          invalid: isWrong(errors, place, index) ? (true as const) : undefined,
          describedBy: `${id}-errors`,
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity but their place
          <div key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TimeInput
              {...input}
              label={`${name}, from`}
              value={range.from}
              onChange={(from) => set(index, { from })}
            />
            <span className="text-ink-3">to</span>
            <TimeInput
              {...input}
              label={`${name}, to`}
              value={range.to}
              onChange={(to) => set(index, { to })}
            />
            {!disabled && (
              <IconButton
                icon={X}
                label={`Remove ${name}`}
                onClick={() => onChange(ranges.filter((_, at) => at !== index))}
              />
            )}
            {isNextDay(range) && <span className="text-ink-3 text-sm">{nextDayText(range)}</span>}
            {index === ranges.length - 1 && add}
          </div>
        );
      })}
      {sentences.length > 0 && (
        <p id={`${id}-errors`} className="wrap-anywhere text-red text-sm">
          {sentences.join(' ')}
        </p>
      )}
    </div>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  disabled: boolean;
  invalid: true | undefined;
  describedBy: string;
  onChange: (value: string) => void;
}

function TimeInput({ label, value, disabled, invalid, describedBy, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={invalid}
      {...(invalid && { 'aria-describedby': describedBy })}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      // Without its icon, so that two fit beside each other in a narrow window.
      className={cx(
        controlClasses,
        'h-9 w-26! px-2.5! tabular-nums sm:w-24!',
        '[&::-webkit-calendar-picker-indicator]:hidden',
      )}
    />
  );
}

/** A sentence about the whole day marks all of its ranges. */
function isWrong(errors: FormErrors, place: string, index: number): boolean {
  return errors.has(place) || errorsAt(errors, `${place}.${index}`).length > 0;
}

function isNextDay({ from, to }: OpenRange): boolean {
  return from !== '' && to !== '' && to <= from;
}

function nextDayText({ from, to }: OpenRange): string {
  if (to !== '00:00') return 'on the next day';
  return from === '00:00' ? 'the whole day' : 'midnight';
}

/** After the last range of the day, where there is room. */
function nextRange(ranges: readonly OpenRange[]): OpenRange {
  const last = ranges.at(-1);
  if (last === undefined) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  const isRoom = last.to > last.from && hour < 20;
  const text = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
  return isRoom ? { from: text(hour), to: text(hour + 3) } : { from: '', to: '' };
}
