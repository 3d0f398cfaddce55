import type { OutcomeValue } from '../../../../lib/parsing/outcomes.ts';
import { resultWords } from '../../call-labels.ts';

/** Dates and times are those of a clock in the zone of the organization, so they are formatted without one. */
const dates = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const times = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** A value as people read it. One that is not of its type is shown as it is. */
export function valueText(type: string, value: OutcomeValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (type === 'date') return formatted(dates, `${value}T00:00:00Z`) ?? value;
  if (type === 'time') return formatted(times, `1970-01-01T${value}:00Z`) ?? value;
  if (type === 'result') return resultWords(value)?.label ?? value;
  return value;
}

function formatted(format: Intl.DateTimeFormat, instant: string): string | null {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : format.format(date);
}
