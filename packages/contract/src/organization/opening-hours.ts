import * as z from 'zod/mini';
import {
  isOpenRange,
  isTimeOfDay,
  minutesOf,
  type OpenRange,
  openMinutes,
  type Weekday,
  weekdayName,
  weekdays,
} from '../weekly-hours.ts';

export const openingLimits = { perDay: 6, holidays: 100, holidayNameMax: 60 } as const;

const timeSentence = 'A time is written as hours and minutes, such as 09:30.';
const timeOfDay = z.string().check(z.refine(isTimeOfDay, timeSentence));

const openRange = z.object({ from: timeOfDay, to: timeOfDay }).check(
  z.check(({ value, issues }) => {
    const range = value;
    // A text that is no time has its own sentence.
    if (!isTimeOfDay(range.from) || !isTimeOfDay(range.to) || isOpenRange(range)) return;
    const message =
      range.from === range.to
        ? 'Opening and closing time are the same. For the whole day enter 00:00 to 00:00.'
        : timeSentence;
    issues.push({ code: 'custom', input: range, path: [], message });
  }),
);

/** When one day is open, in any order; no range is a closed day. */
export const dayHours = z.array(openRange).check(
  z.maxLength(openingLimits.perDay, `A day may have at most ${openingLimits.perDay} openings.`),
  z.check(({ value, issues }) => {
    const index = overlapIn(value);
    if (index !== null)
      issues.push({ code: 'custom', input: value, path: [index], message: overlapSentence });
  }),
);
export type DayHours = z.infer<typeof dayHours>;

const overlapSentence = 'This opening overlaps with another one of the same day.';
const dayMinutes = 24 * 60;

/** The place of the first range that begins before the one before it has ended; null if there is none. */
function overlapIn(ranges: readonly OpenRange[]): number | null {
  const order = ranges
    .map((range, index) => ({ index, minutes: openMinutes(range) }))
    .toSorted((a, b) => a.minutes[0] - b.minutes[0]);
  const found = order.find(({ minutes }, place) => minutes[0] < (order[place - 1]?.minutes[1] ?? 0));
  return found?.index ?? null;
}

/** The opening hours of each day of the week. */
export const weekHours = z
  .object({
    monday: dayHours,
    tuesday: dayHours,
    wednesday: dayHours,
    thursday: dayHours,
    friday: dayHours,
    saturday: dayHours,
    sunday: dayHours,
  })
  .check(
    z.check(({ value, issues }) => {
      for (const [place, day] of weekdays.entries()) {
        const next = weekdays[(place + 1) % weekdays.length] ?? 'monday';
        const spill = Math.max(0, ...value[day].map((range) => openMinutes(range)[1])) - dayMinutes;
        const first = Math.min(...value[next].map(({ from }) => minutesOf(from)));
        if (spill > first)
          issues.push({ code: 'custom', input: value, path: [next], message: runsInto(day, next) });
      }
    }),
  );
export type WeekHours = z.infer<typeof weekHours>;

function runsInto(day: Weekday, next: Weekday): string {
  return `The hours of ${weekdayName(day)} run into those of ${weekdayName(next)}.`;
}

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** A date with hours of its own instead of those of its weekday. No opening: closed. */
export const holiday = z.object({
  name: z.string().check(
    z.refine((text) => text.trim() !== '', 'Give the holiday a name.'),
    z.maxLength(
      openingLimits.holidayNameMax,
      `The name of a holiday may have at most ${openingLimits.holidayNameMax} characters.`,
    ),
  ),
  date: z.string().check(z.refine(isDate, 'Choose the date of the holiday.')),
  /** Every year on this day and month. A single holiday on the same date comes before it. */
  yearly: z.boolean(),
  hours: dayHours,
});
export type Holiday = z.infer<typeof holiday>;

/** Two holidays with the same key are one too many. */
const holidayKey = ({ date, yearly }: Holiday) => (yearly ? `yearly ${date.slice(5)}` : date);

export const openingHours = z.object({
  /** Null: open around the clock, but for holidays. */
  week: z.nullable(weekHours),
  holidays: z.array(holiday).check(
    z.maxLength(openingLimits.holidays, `There may be at most ${openingLimits.holidays} holidays.`),
    z.check(({ value, issues }) => {
      const keys = value.map(holidayKey);
      const second = keys.findIndex((key, index) => keys.indexOf(key) < index);
      if (second >= 0)
        issues.push({
          code: 'custom',
          input: value,
          path: [second, 'date'],
          message: 'Another holiday has this date.',
        });
    }),
  ),
});
export type OpeningHours = z.infer<typeof openingHours>;
