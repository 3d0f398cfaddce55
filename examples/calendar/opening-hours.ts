/** Times are local times of the practice without a zone, as on its wall: `2026-11-19T15:00`. */

const openings: readonly (readonly [from: number, to: number])[] = [
  [9, 12],
  [13, 17],
];
const minutesEach = 30;
const daysAhead = 60;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export type PartOfDay = 'morning' | 'afternoon';

const two = (number: number) => String(number).padStart(2, '0');

/** A date as a day of the practice; the parts of a local `Date` are the wall clock. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const dateOf = (day: string) => new Date(`${day}T12:00:00Z`);

export function addDays(day: string, count: number): string {
  return new Date(dateOf(day).getTime() + count * 86_400_000).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): string {
  return weekdays[dateOf(day).getUTCDay()] ?? '';
}

/** `Thursday, November 19 at 3:00 PM`: as it is said on the telephone. */
export function spoken(start: string): string {
  const [day = '', time = ''] = start.split('T');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const date = dateOf(day);
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${weekdayOf(day)}, ${months[date.getUTCMonth()]} ${date.getUTCDate()} at ${clock}`;
}

/** All times of a day at which an appointment can begin; none on weekends. */
export function timesOf(day: string): string[] {
  if (/^S(?:atur|un)day$/.test(weekdayOf(day))) return [];
  return openings.flatMap(([from, to]) =>
    Array.from({ length: ((to - from) * 60) / minutesEach }, (_, index) => {
      const minutes = from * 60 + index * minutesEach;
      return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    }),
  );
}

export function partOf(start: string): PartOfDay {
  return Number(start.slice(11, 13)) < 12 ? 'morning' : 'afternoon';
}

/** The days that can be booked: from tomorrow on. */
export function bookableDays(today: string): string[] {
  return Array.from({ length: daysAhead }, (_, index) => addDays(today, index + 1));
}

/** A date, or the next of a weekday; null when it is neither. */
export function readDay(text: string, today: string): string | null {
  const asked = text.trim().toLowerCase();
  if (/^\d{4}-\d\d-\d\d$/.test(asked)) return Number.isNaN(dateOf(asked).getTime()) ? null : asked;
  if (asked === 'tomorrow') return addDays(today, 1);
  return bookableDays(today).find((day) => weekdayOf(day).toLowerCase() === asked) ?? null;
}
