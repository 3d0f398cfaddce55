import {
  isOpenRange,
  type OrganizationSettings,
  type TransferHours,
  type WeeklyHours,
  weekdays,
} from '@parley/contract';
import { openingAt } from '../../../lib/opening-hours.ts';
import type { ReachSpan, TransferChoice } from '../../../voice/session/manners.ts';

/** Longer than any session. */
const longestSessionMs = 4 * 60 * 60_000;
const mostSpans = 12;

/**
 * When somebody with these hours can be reached, in the session's time from now on. `speed`: how many times faster than
 * real time it runs.
 */
export function createReach(
  { openingHours, timeZone }: Pick<OrganizationSettings, 'openingHours' | 'timeZone'>,
  now: Date,
  speed: number,
): (hours: TransferHours) => TransferChoice['reach'] {
  const start = now.getTime();
  const end = start + longestSessionMs;
  return (hours) => {
    if (hours === 'always') return hours;
    const schedule = hours === 'opening-hours' ? openingHours : { week: finishedRanges(hours), holidays: [] };
    const spans: ReachSpan[] = [];
    let at = start;
    while (at < end && spans.length < mostSpans) {
      const state = openingAt(schedule, timeZone, at);
      const until = Math.min(end, (state.open ? state.closesAt : state.opensAt) ?? end);
      if (until <= at) break;
      if (state.open) spans.push({ fromMs: (at - start) * speed, untilMs: (until - start) * speed });
      at = until;
    }
    return spans;
  };
}

/** A draft that is tried may hold times that are half typed. */
function finishedRanges(hours: WeeklyHours): WeeklyHours {
  const days = weekdays.map((day) => [day, hours[day].filter(isOpenRange)] as const);
  return Object.fromEntries(days) as WeeklyHours;
}
