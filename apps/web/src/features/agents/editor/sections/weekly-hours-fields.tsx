import { type OpenRange, type Weekday, type WeeklyHours, weekdays } from '@parley/contract';
import { Plus, X } from 'lucide-react';
import { cx } from '../../../../ui/cx.ts';
import { controlClasses } from '../../../../ui/field.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';

interface WeeklyHoursFieldsProps {
  hours: WeeklyHours;
  readOnly: boolean;
  errorOf: (day: Weekday) => string | null;
  onChange: (hours: WeeklyHours) => void;
  className?: string;
}

const nameOf = (day: Weekday) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

/** From when until when on each day, several times a day if need be. */
export function WeeklyHoursFields({ hours, readOnly, errorOf, onChange, className }: WeeklyHoursFieldsProps) {
  return (
    <div className={cx('grid gap-2 rounded-box border px-4 py-3', className)}>
      {weekdays.map((day) => (
        <Day
          key={day}
          day={day}
          ranges={hours[day]}
          readOnly={readOnly}
          error={errorOf(day)}
          onChange={(ranges) => onChange({ ...hours, [day]: ranges })}
        />
      ))}
    </div>
  );
}

interface DayProps {
  day: Weekday;
  ranges: readonly OpenRange[];
  readOnly: boolean;
  error: string | null;
  onChange: (ranges: OpenRange[]) => void;
}

function Day({ day, ranges, readOnly, error, onChange }: DayProps) {
  const name = nameOf(day);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="float-left w-24 font-medium text-sm">{name}</legend>
      <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        {ranges.length === 0 && <span className="text-ink-3 text-sm">Not reachable</span>}
        {ranges.map((range, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranges have no other identity
          <span key={index} className="flex items-center gap-1">
            <Clock
              label={`${name} from`}
              value={range.from}
              readOnly={readOnly}
              invalid={error !== null}
              onChange={(from) =>
                onChange(ranges.map((each, at) => (at === index ? { ...each, from } : each)))
              }
            />
            <span aria-hidden="true">–</span>
            <Clock
              label={`${name} until`}
              value={range.to}
              readOnly={readOnly}
              invalid={error !== null}
              onChange={(to) => onChange(ranges.map((each, at) => (at === index ? { ...each, to } : each)))}
            />
            {!readOnly && (
              <IconButton
                icon={X}
                label={`Remove ${name} ${range.from} to ${range.to}`}
                onClick={() => onChange(ranges.filter((_, at) => at !== index))}
              />
            )}
          </span>
        ))}
      </div>
      {!readOnly && (
        <IconButton
          icon={Plus}
          label={`Add hours on ${name}`}
          onClick={() =>
            onChange([...ranges, ranges.length === 0 ? { from: '09:00', to: '17:00' } : { from: '', to: '' }])
          }
        />
      )}
      {error !== null && <p className="basis-full text-red text-sm">{error}</p>}
    </fieldset>
  );
}

interface ClockProps {
  label: string;
  value: string;
  readOnly: boolean;
  invalid: boolean;
  onChange: (value: string) => void;
}

function Clock({ label, value, readOnly, invalid, onChange }: ClockProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={invalid ? true : undefined}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
      className={`${controlClasses} h-9 w-[6.75rem] px-2`}
    />
  );
}
