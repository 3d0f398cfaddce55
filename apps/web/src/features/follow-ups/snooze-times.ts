import { type OpeningHours, weekdays } from '@parley/contract';
import { dateIn, instantOf, type LocalDate, plusDays, weekdayOf } from '../../lib/zoned-time.ts';

/** When the organization works; from its settings. */
export interface WorkingHours {
  timeZone: string;
  openingHours: OpeningHours;
}

export interface SnoozeTime {
  label: string;
  /** An ISO instant. */
  until: string;
}

const laterMs = 3 * 3_600_000;
/** Where no opening is known. */
const usualOpening = '09:00';
/** A week in which nothing is open is looked at no further. */
const daysAhead = 14;

/** In three hours, when the organization opens tomorrow, and when it opens next week. */
export function snoozeTimes(now: number, hours: WorkingHours): readonly SnoozeTime[] {
  const today = dateIn(hours.timeZone, now);
  const monday = plusDays(today, 7 - weekdayOf(today));
  return [
    { label: 'In 3 hours', until: iso(now + laterMs) },
    { label: 'Tomorrow', until: openingFrom(plusDays(today, 1), hours) },
    { label: 'Next week', until: openingFrom(monday, hours) },
  ];
}

/** The first opening on this day or after it; a day's usual one where none is found. */
function openingFrom(date: LocalDate, { timeZone, openingHours }: WorkingHours): string {
  for (let days = 0; days < daysAhead; days += 1) {
    const day = plusDays(date, days);
    const opens = openingOf(day, openingHours);
    if (opens !== null) return iso(instantOf(timeZone, day, opens));
  }
  return iso(instantOf(timeZone, date, usualOpening));
}

/** When the day begins for whoever works there; null on a closed day. */
function openingOf(date: LocalDate, { week, holidays }: OpeningHours): string | null {
  const holiday =
    holidays.find((each) => !each.yearly && each.date === date) ??
    holidays.find((each) => each.yearly && each.date.slice(5) === date.slice(5));
  const day = weekdays[weekdayOf(date)] ?? 'monday';
  const ranges = holiday === undefined ? week?.[day] : holiday.hours;
  // Open around the clock: nobody means midnight by tomorrow.
  if (ranges === undefined) return usualOpening;
  return ranges.map(({ from }) => from).toSorted()[0] ?? null;
}

const iso = (at: number) => new Date(at).toISOString();
