import { type ConsentPurpose, openingLimits, weekdayName, weekdays } from '@parley/contract';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DayRanges } from '../../../../ui/day-ranges.tsx';
import { StepCard } from '../step-card.tsx';
import type { PolicyCardProps } from './card-props.ts';
import type { PolicyErrors } from './policy-form.ts';

const otherWorkdays = ['tuesday', 'wednesday', 'thursday', 'friday'] as const;

export function HoursCard({
  form,
  errors,
  disabled,
  change,
  purpose,
}: PolicyCardProps & { purpose: ConsentPurpose }) {
  const copyMonday = () =>
    change({
      hours: {
        ...form.hours,
        ...Object.fromEntries(otherWorkdays.map((day) => [day, form.hours.monday])),
      },
    });
  const general = errors.get('hours');
  return (
    <StepCard
      title="Days and Hours"
      subtitle="As clocks show them where the person is. Whoever may be in several time zones is called while it is open in all of them."
      actions={
        !disabled && (
          <Button look="quiet" className="max-sm:-ml-3.5" onClick={copyMonday}>
            Copy Monday to All Weekdays
          </Button>
        )
      }
    >
      {purpose === 'sales' && (
        <AlertBox tone="grey">
          For sales these hours are cut to those that the law allows: 8 to 21 everywhere in the United States,
          and less in some states.
        </AlertBox>
      )}
      <ul className="grid divide-y">
        {weekdays.map((day) => (
          <li key={day} className="grid items-start gap-x-4 py-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <span className="flex min-h-9 items-center font-medium">{weekdayName(day)}</span>
            <DayRanges
              label={weekdayName(day)}
              ranges={form.hours[day]}
              most={openingLimits.perDay}
              closedWord="Nobody is called"
              sentences={sentencesAt(errors, `hours.${day}`)}
              isWrong={(index) =>
                errors.has(`hours.${day}`) || sentencesAt(errors, `hours.${day}.${index}`).length > 0
              }
              disabled={disabled}
              onChange={(ranges) => change({ hours: { ...form.hours, [day]: ranges } })}
            />
          </li>
        ))}
      </ul>
      {general !== undefined && <AlertBox>{general}</AlertBox>}
    </StepCard>
  );
}

function sentencesAt(errors: PolicyErrors, place: string): string[] {
  const found = [...errors].filter(([at]) => at === place || at.startsWith(`${place}.`));
  return [...new Set(found.map(([, sentence]) => sentence))];
}
