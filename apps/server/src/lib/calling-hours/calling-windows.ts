import {
  type ConsentPurpose,
  type DayHours,
  type Holiday,
  openMinutes,
  type WeekHours,
  weekdays,
} from '@parley/contract';
import { openingAt } from '../opening-hours.ts';
import { federalHolidays } from './federal-holidays.ts';
import { stateOfNumber } from './number-places.ts';

/** Hours of a week, on federal holidays none if it is said. */
export type CallingHours = WeekHours & { readonly notOnHolidays?: true };

/** When a person may be called. */
export type WindowState =
  /** `until`: the first instant at which it is closed; null: not within a week. */
  | { readonly open: true; readonly until: number | null }
  /** `opensAt`: when it is open next, in every zone; null: there is no such time. */
  | { readonly open: false; readonly opensAt: number | null };

const dayMinutes = 24 * 60;

/**
 * Whether it is open in every zone at an instant. Windows are half-open: at the time at which they end they are closed. What
 * a zone's clocks do in spring and autumn is decided by `openingAt`.
 */
export function windowAt(week: CallingHours, zones: readonly string[], instant: number): WindowState {
  if (zones.length === 0) return { open: false, opensAt: null };
  const hours = { week, holidays: week.notOnHolidays ? holidaysAround(instant) : [] };
  let at = instant;
  // Each zone that is closed moves the time to its next opening; that happens twice in a week for each of three zones at most.
  for (let tries = 0; tries < 50; tries += 1) {
    const states = zones.map((zone) => openingAt(hours, zone, at));
    const later = states.map((state) => (state.open ? at : state.opensAt));
    if (later.includes(null)) return { open: false, opensAt: null };
    const next = Math.max(...later.map((time) => time ?? at));
    if (next > at) {
      at = next;
      continue;
    }
    if (at > instant) return { open: false, opensAt: at };
    const ends = states.flatMap((state) => (state.open && state.closesAt !== null ? [state.closesAt] : []));
    return { open: true, until: ends.length === 0 ? null : Math.min(...ends) };
  }
  return { open: false, opensAt: null };
}

/** As far as anything is looked for: an opening within a year and a day, and the day before. */
function holidaysAround(instant: number): Holiday[] {
  const year = new Date(instant).getUTCFullYear();
  return federalHolidays(year - 1, year + 2).map((date) => ({ name: date, date, yearly: false, hours: [] }));
}

const range = (from: string, to: string): DayHours => [{ from, to }];

function days(weekday: DayHours, saturday: DayHours = weekday, sunday: DayHours = saturday): WeekHours {
  return {
    ...{ monday: weekday, tuesday: weekday, wednesday: weekday, thursday: weekday, friday: weekday },
    ...{ saturday, sunday },
  };
}

const federal = days(range('08:00', '21:00'));
const until20 = days(range('08:00', '20:00'));
const until20NotSunday = days(range('08:00', '20:00'), range('08:00', '20:00'), []);
const from9until20 = days(range('09:00', '20:00'));
const from9until21 = days(range('09:00', '21:00'));

/** Hours for sales of the states that have their own. */
export const stateHours: Readonly<Record<string, WeekHours>> = {
  ...{ AL: until20NotSunday, LA: until20NotSunday, MS: until20NotSunday },
  ...{ FL: until20, MD: until20, MA: until20, OK: until20 },
  ...{ CT: from9until20, NV: from9until20 },
  ...{ MI: from9until21, MN: from9until21, NM: from9until21 },
  KY: days(range('10:00', '21:00')),
  // Saturdays are shorter there, and sources do not agree by how much: none.
  RI: days(range('09:00', '18:00'), [], []),
};

/** These forbid sales calls on holidays too. */
const closedOnHolidays: readonly string[] = ['AL', 'LA'];

/** When a number may be called for a purpose: what the campaign wants, and for sales no more than the law of the place. */
export function hoursFor(week: WeekHours, purpose: ConsentPurpose, number: string): CallingHours {
  if (purpose !== 'sales') return week;
  const state = stateOfNumber(number) ?? '';
  const ofWeek = narrowed.get(week) ?? new Map<string, CallingHours>();
  narrowed.set(week, ofWeek);
  const found = ofWeek.get(state) ?? hoursOfState(week, state);
  ofWeek.set(state, found);
  return found;
}

/** The same hours for everybody of a state: windows that were found for them are found again. */
const narrowed = new WeakMap<WeekHours, Map<string, CallingHours>>();

function hoursOfState(week: WeekHours, state: string): CallingHours {
  const hours = withinHours(withinHours(week, federal), stateHours[state] ?? federal);
  return closedOnHolidays.includes(state) ? { ...hours, notOnHolidays: true } : hours;
}

/** Those hours of the first week in which the second is open too. The second has no hours beyond midnight. */
function withinHours(week: WeekHours, allowed: WeekHours): WeekHours {
  const result = days([]);
  for (const [place, day] of weekdays.entries()) {
    const before = weekdays[(place + 6) % 7] ?? 'sunday';
    const wanted = [
      ...week[day].map(openMinutes),
      // What began on the day before and goes on after midnight.
      ...week[before].map(openMinutes).map(([from, to]) => [from - dayMinutes, to - dayMinutes] as const),
    ];
    result[day] = wanted
      .flatMap(([from, to]) =>
        allowed[day].map(openMinutes).map(([a, b]) => [Math.max(from, a, 0), Math.min(to, b, dayMinutes)]),
      )
      .filter(([from = 0, to = 0]) => from < to)
      .toSorted(([a = 0], [b = 0]) => a - b)
      .map(([from = 0, to = 0]) => ({ from: clock(from), to: clock(to) }));
  }
  return result;
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
