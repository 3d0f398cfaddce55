import { type OpeningStatus, type Weekday, weekdayName, weekdays } from '@parley/contract';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { CardProps } from './card-props.ts';
import { OpeningRanges } from './opening-ranges.tsx';
import { OpeningStatusText } from './opening-status-text.tsx';

interface OpeningHoursCardProps extends CardProps {
  /** Of the saved hours; null while they are being changed. */
  status: OpeningStatus | null;
  savedZone: string;
}

const workdays: readonly Weekday[] = ['tuesday', 'wednesday', 'thursday', 'friday'];

export function OpeningHoursCard({
  form,
  errors,
  disabled,
  change,
  status,
  savedZone,
}: OpeningHoursCardProps) {
  const titleId = useId();
  const copyMonday = () =>
    change({
      week: { ...form.week, ...Object.fromEntries(workdays.map((day) => [day, form.week.monday])) },
    });
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        titleId={titleId}
        title="Opening Hours"
        subtitle={
          status === null ? (
            `Times are those of ${form.timeZone.replaceAll('_', ' ')}.`
          ) : (
            <OpeningStatusText status={status} zone={savedZone} />
          )
        }
        actions={
          !disabled &&
          !form.aroundTheClock && (
            <Button look="quiet" className="max-sm:-ml-3.5" onClick={copyMonday}>
              Copy Monday to All Weekdays
            </Button>
          )
        }
      />
      <CardBody className="grid gap-2">
        <Checkbox
          label="Open around the clock"
          checked={form.aroundTheClock}
          disabled={disabled}
          onCheckedChange={(aroundTheClock) => change({ aroundTheClock })}
        />
        {!form.aroundTheClock && (
          <ul className="grid divide-y">
            {weekdays.map((day) => (
              <li key={day} className="grid items-start gap-x-4 py-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
                <span className="flex min-h-9 items-center font-medium">{weekdayName(day)}</span>
                <OpeningRanges
                  label={weekdayName(day)}
                  ranges={form.week[day]}
                  place={`openingHours.week.${day}`}
                  errors={errors}
                  disabled={disabled}
                  onChange={(ranges) => change({ week: { ...form.week, [day]: ranges } })}
                />
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
