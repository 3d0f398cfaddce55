import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { controlClasses } from './field.tsx';
import { IconButton } from './icon-button.tsx';

/** Two times of day such as 09:30; where the second is not after the first, it is on the next day. */
export interface TimeRange {
  from: string;
  to: string;
}

interface DayRangesProps {
  /** Of the day, for screen readers. */
  label: string;
  ranges: readonly TimeRange[];
  /** How many a day may have. */
  most: number;
  /** What is wrong with the day. */
  sentences: readonly string[];
  isWrong: (index: number) => boolean;
  /** For a day without any. */
  closedWord?: string;
  disabled: boolean;
  onChange: (ranges: readonly TimeRange[]) => void;
}

/** When one day is open: any number of ranges, or closed. */
export function DayRanges(props: DayRangesProps) {
  const { label, ranges, most, sentences, isWrong, closedWord = 'Closed', disabled, onChange } = props;
  const id = useId();
  const set = (index: number, changes: Partial<TimeRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...changes } : range)));
  const add = !disabled && ranges.length < most && (
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
          <span className="text-ink-3">{closedWord}</span>
          {add}
        </div>
      )}
      {ranges.map((range, index) => {
        const name = ranges.length === 1 ? label : `${label}, opening ${index + 1}`;
        const input = {
          disabled,
          invalid: isWrong(index) ? (true as const) : undefined,
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

function isNextDay({ from, to }: TimeRange): boolean {
  return from !== '' && to !== '' && to <= from;
}

function nextDayText({ from, to }: TimeRange): string {
  if (to !== '00:00') return 'on the next day';
  return from === '00:00' ? 'the whole day' : 'midnight';
}

/** After the last range of the day, where there is room. */
function nextRange(ranges: readonly TimeRange[]): TimeRange {
  const last = ranges.at(-1);
  if (last === undefined) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  const isRoom = last.to > last.from && hour < 20;
  const text = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
  return isRoom ? { from: text(hour), to: text(hour + 3) } : { from: '', to: '' };
}
