import {
  isOpenRange,
  type OpeningHours,
  type OrganizationSettings,
  type TransferHours,
  type WeeklyHours,
  weekdays,
} from '@parley/contract';
import { openingAt } from '../../../lib/opening-hours.ts';
import type { CallOrganization } from '../../../ports/call-organization.ts';
import type { TransferChoice } from '../../../voice/session/manners.ts';

/** Longer than any call. */
const longestCallMs = 4 * 60 * 60_000;
const mostSpans = 12;

/** Settings that are changed during a call count for the next one. */
export function callOrganizationOf(
  { name, timeZone, openingHours }: Pick<OrganizationSettings, 'name' | 'timeZone' | 'openingHours'>,
  now: Date,
): CallOrganization {
  return { version: 1, name, timeZone, open: spansOf(openingHours, timeZone, now.getTime()) };
}

/**
 * When somebody with these hours can be reached, in the session's time from now on. `speed`: how many times faster than
 * real time it runs.
 */
export function createReach(
  { open, timeZone }: Pick<CallOrganization, 'open' | 'timeZone'>,
  now: Date,
  speed: number,
): (hours: TransferHours) => TransferChoice['reach'] {
  const start = now.getTime();
  return (hours) => {
    if (hours === 'always') return hours;
    const spans =
      hours === 'opening-hours'
        ? open
        : spansOf({ week: finishedRanges(hours), holidays: [] }, timeZone, start);
    return spans
      .filter(({ until }) => until > start)
      .map(({ from, until }) => ({
        fromMs: (Math.max(from, start) - start) * speed,
        untilMs: (until - start) * speed,
      }));
  };
}

function spansOf(hours: OpeningHours, timeZone: string, start: number): { from: number; until: number }[] {
  const end = start + longestCallMs;
  const spans: { from: number; until: number }[] = [];
  let at = start;
  while (at < end && spans.length < mostSpans) {
    const state = openingAt(hours, timeZone, at);
    const until = Math.min(end, (state.open ? state.closesAt : state.opensAt) ?? end);
    if (until <= at) break;
    if (state.open) spans.push({ from: at, until });
    at = until;
  }
  return spans;
}

/** A draft that is tried may hold times that are half typed. */
function finishedRanges(hours: WeeklyHours): WeeklyHours {
  const days = weekdays.map((day) => [day, hours[day].filter(isOpenRange)] as const);
  return Object.fromEntries(days) as WeeklyHours;
}
