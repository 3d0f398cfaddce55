import type { ReportDay } from '@parley/contract';
import { plusDays, weekdayOf } from '../../lib/zoned-time.ts';
import { dayText, dayTick, rangeText } from './format.ts';

/** More days than this are shown by week: a bar for each would be thinner than a line. */
export const daysShownMax = 92;

/** A bar of a chart over time: a day, or a week as far as the report covers it. */
export interface Span {
  from: string;
  to: string;
  label: string;
  tick: string;
  days: readonly ReportDay[];
}

export function isByWeek(days: readonly ReportDay[]): boolean {
  return days.length > daysShownMax;
}

export function spansOf(days: readonly ReportDay[]): Span[] {
  if (!isByWeek(days))
    return days.map((each) => ({
      ...{ from: each.day, to: each.day, label: dayText(each.day), tick: dayTick(each.day), days: [each] },
    }));
  const weeks = Map.groupBy(days, ({ day }) => plusDays(day, -weekdayOf(day)));
  return [...weeks.values()].map((week) => {
    const from = week[0]?.day ?? '';
    const to = week.at(-1)?.day ?? '';
    return { from, to, label: rangeText(from, to), tick: dayTick(from), days: week };
  });
}

export function sumOf(days: readonly ReportDay[], of: (day: ReportDay) => number): number {
  return days.reduce((sum, day) => sum + of(day), 0);
}
