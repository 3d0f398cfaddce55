import * as z from 'zod/mini';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayName = (day: Weekday) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

/** A time of day on a clock of 24 hours, `00:00` to `24:00`. */
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

export function isTimeOfDay(text: string): boolean {
  return timeOfDay.test(text);
}

/** Not checked for being a time, so that a draft can hold what is half typed; `isOpenRange` does that. */
const clockText = z.string().check(z.maxLength(20, 'Write a time of day such as 08:00.'));
const ranges = z
  .array(z.object({ from: clockText, to: clockText }))
  .check(z.maxLength(50, 'A day may have at most 50 ranges.'));

/** For each day of the week when it is open, as a clock in the organization's time zone shows it. No range: closed. */
export const weeklyHours = z.object({
  monday: ranges,
  tuesday: ranges,
  wednesday: ranges,
  thursday: ranges,
  friday: ranges,
  saturday: ranges,
  sunday: ranges,
});
export type WeeklyHours = z.infer<typeof weeklyHours>;
export type OpenRange = WeeklyHours[Weekday][number];

/**
 * Two times of day. Where the second is not after the first, it is that time of the next day; 00:00 to 00:00 is the whole
 * day, and any other time to itself a mistake.
 */
export function isOpenRange({ from, to }: OpenRange): boolean {
  return isTimeOfDay(from) && from !== '24:00' && isTimeOfDay(to) && (from !== to || from === '00:00');
}

const dayMinutes = 24 * 60;

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Minutes since the start of the day on which it opens; the end is beyond 1440 when it closes after midnight. */
export function openMinutes({ from, to }: OpenRange): readonly [from: number, to: number] {
  const opens = minutesOf(from);
  const closes = minutesOf(to);
  return [opens, closes > opens ? closes : closes + dayMinutes];
}
