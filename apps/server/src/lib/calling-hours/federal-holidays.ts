const dayMs = 24 * 60 * 60_000;
const [monday, thursday] = [1, 4];

const dateOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);
const weekdayOf = (date: number) => new Date(date).getUTCDay();

/** Such as the third Monday of January. */
function nth(year: number, month: number, weekday: number, place: number): number {
  const first = dateOf(year, month, 1);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (place - 1) * 7) * dayMs;
}

function lastMonday(year: number, month: number): number {
  const last = dateOf(year, month + 1, 0);
  return last - ((weekdayOf(last) - monday + 7) % 7) * dayMs;
}

/** On a Saturday it is kept on the Friday as well, on a Sunday on the Monday. */
function withKept(date: number): number[] {
  const kept = { 0: date + dayMs, 6: date - dayMs }[weekdayOf(date)];
  return kept === undefined ? [date] : [date, kept];
}

/** The legal holidays of the United States that begin in a year (5 U.S.C. 6103), as days in UTC. */
function ofYear(year: number): number[] {
  return [
    ...withKept(dateOf(year, 1, 1)),
    nth(year, 1, monday, 3),
    nth(year, 2, monday, 3),
    lastMonday(year, 5),
    // Since 2021.
    ...(year < 2021 ? [] : withKept(dateOf(year, 6, 19))),
    ...withKept(dateOf(year, 7, 4)),
    nth(year, 9, monday, 1),
    nth(year, 10, monday, 2),
    ...withKept(dateOf(year, 11, 11)),
    nth(year, 11, thursday, 4),
    ...withKept(dateOf(year, 12, 25)),
  ];
}

/** As dates such as 2026-07-04, of the years from one to another, in their order. */
export function federalHolidays(from: number, to: number): string[] {
  const days: number[] = [];
  // The first of January may be kept on the last day of the year before.
  for (let year = from; year <= to + 1; year += 1) days.push(...ofYear(year));
  return days
    .filter((date) => new Date(date).getUTCFullYear() <= to)
    .toSorted((a, b) => a - b)
    .map((date) => new Date(date).toISOString().slice(0, 10));
}
