import { type Holiday, openingLimits } from '@parley/contract';
import { CalendarDays, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CardProps } from './card-props.ts';
import { OpeningRanges } from './opening-ranges.tsx';

export function HolidaysCard({ form, errors, disabled, change }: CardProps) {
  const titleId = useId();
  const { holidays } = form;
  const add = () => change({ holidays: [...holidays, { name: '', date: '', yearly: false, hours: [] }] });
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        titleId={titleId}
        title="Holidays"
        subtitle="On these dates the hours below apply instead of those of the weekday."
        actions={
          !disabled &&
          holidays.length < openingLimits.holidays && (
            <Button onClick={add}>
              <Plus aria-hidden="true" className="size-4" />
              Add Holiday
            </Button>
          )
        }
      />
      {holidays.length === 0 ? (
        <EmptyState icon={CalendarDays} className="border-t py-8">
          No holidays yet. Add the dates on which nobody is there, or only for some hours.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {holidays.map((holiday, index) => (
            <HolidayRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a holiday that is being typed has no identity yet
              key={index}
              {...{ holiday, index, errors, disabled }}
              onChange={(changes) =>
                change({ holidays: holidays.map((one, at) => (at === index ? { ...one, ...changes } : one)) })
              }
              onRemove={() => change({ holidays: holidays.filter((_, at) => at !== index) })}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface HolidayRowProps extends Pick<CardProps, 'errors' | 'disabled'> {
  holiday: Holiday;
  index: number;
  onChange: (changes: Partial<Holiday>) => void;
  onRemove: () => void;
}

function HolidayRow({ holiday, index, errors, disabled, onChange, onRemove }: HolidayRowProps) {
  const place = `openingHours.holidays.${index}`;
  const name = holiday.name.trim() || `Holiday ${index + 1}`;
  return (
    <li className="grid gap-x-4 gap-y-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto]" aria-label={name}>
      <TextField
        label="Name"
        autoComplete="off"
        disabled={disabled}
        error={errors.get(`${place}.name`)}
        value={holiday.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Date"
        type="date"
        disabled={disabled}
        error={errors.get(`${place}.date`)}
        value={holiday.date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
      <div className="flex items-end justify-between gap-2">
        <Checkbox
          label="Every year"
          checked={holiday.yearly}
          disabled={disabled}
          onCheckedChange={(yearly) => onChange({ yearly })}
        />
        {!disabled && <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />}
      </div>
      <div className="sm:col-span-3">
        <OpeningRanges
          label={name}
          ranges={holiday.hours}
          place={`${place}.hours`}
          errors={errors}
          disabled={disabled}
          onChange={(hours) => onChange({ hours: [...hours] })}
        />
      </div>
    </li>
  );
}
