import { type DayHours, type Holiday, type OpeningHours, openMinutes, weekdays } from '@parley/contract';
import { firstInstantOf, localTimeAt } from './zoned-time.ts';

/** Whether it is open at an instant, and when that changes; null where it does not within the time looked at. */
export type OpeningState =
  | { readonly open: true; readonly closesAt: number | null }
  | { readonly open: false; readonly opensAt: number | null };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The hours of a week repeat, so what has not closed within a week closes only for a holiday. */
const closingDays = 9;
/** Long enough for what opens on one day of a year. */
const openingDays = 367;

/**
 * Opening hours are local times of the zone. A time that clocks skip in spring is the moment at which they are put forward;
 * one that they show twice in autumn is its first occurrence, so that nothing opens or closes twice. An opening that began
 * on the day before goes on until it closes, whatever day follows.
 */
export function openingAt(hours: OpeningHours, zone: string, instant: number): OpeningState {
  const today = startOfDay(localTimeAt(zone, instant));
  if (isNeverOpen(hours)) return { open: false, opensAt: null };
  let closesAt: number | null = null;
  for (let day = -1; day < (closesAt === null ? openingDays : closingDays); day += 1) {
    for (const [opens, closes] of intervalsOn(hours, zone, today + day * dayMs)) {
      if (closesAt === null) {
        if (closes <= instant) continue;
        if (opens > instant) return { open: false, opensAt: opens };
        closesAt = closes;
      } else {
        if (opens > closesAt) return { open: true, closesAt };
        closesAt = Math.max(closesAt, closes);
      }
    }
  }
  if (closesAt === null) return { open: false, opensAt: null };
  const isBeyond = closesAt > firstInstantOf(zone, today + (closingDays - 1) * dayMs);
  return { open: true, closesAt: isBeyond ? null : closesAt };
}

/** The openings that begin on a local date, in order, as instants. Those that clocks skip altogether are left out. */
function intervalsOn(hours: OpeningHours, zone: string, date: number): (readonly [number, number])[] {
  return hoursOn(hours, date)
    .map(openMinutes)
    .toSorted(([a], [b]) => a - b)
    .map(
      ([from, until]) =>
        [
          firstInstantOf(zone, date + from * minuteMs),
          firstInstantOf(zone, date + until * minuteMs),
        ] as const,
    )
    .filter(([opens, closes]) => opens < closes);
}

const wholeDay: DayHours = [{ from: '00:00', to: '00:00' }];

/** A single holiday comes before a yearly one, and both before the weekday. */
function hoursOn({ week, holidays }: OpeningHours, date: number): DayHours {
  const text = new Date(date).toISOString().slice(0, 10);
  const isOnDate = (day: Holiday) => (day.yearly ? day.date.slice(5) === text.slice(5) : day.date === text);
  const today = holidays.filter(isOnDate);
  const found = today.find(({ yearly }) => !yearly) ?? today[0];
  if (found) return found.hours;
  if (week === null) return wholeDay;
  // 1 January 1970 was a Thursday, the fourth day of the week.
  const place = (((date / dayMs + 3) % 7) + 7) % 7;
  return week[weekdays[place] ?? 'monday'];
}

function isNeverOpen({ week, holidays }: OpeningHours): boolean {
  return (
    week !== null &&
    weekdays.every((day) => week[day].length === 0) &&
    holidays.every(({ hours }) => hours.length === 0)
  );
}

function startOfDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}
