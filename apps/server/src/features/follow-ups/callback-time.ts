import type { OrganizationSettings } from '@parley/contract';
import { openingAt } from '../../lib/opening-hours.ts';
import { firstInstantOf, localTimeAt } from '../../lib/zoned-time.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Somebody who wants to be called later than this has a date in a calendar (FU4). */
const latestMs = 90 * dayMs;
/** The morning of an organization that has entered no hours. */
const morningMs = 9 * 60 * minuteMs;

export type CallbackTime =
  /** Null: as soon as somebody can. */
  | { readonly kind: 'at'; readonly at: Date | null }
  | { readonly kind: 'over' | 'too far' }
  /** Nobody is there then; `next`: from when somebody is. */
  | { readonly kind: 'closed'; readonly next: number };

/** When the desk can call somebody who asks for this day and time, in the organization's zone. */
export function callbackTime(
  { date, time }: { readonly date: string | null; readonly time: string | null },
  now: number,
  { openingHours, timeZone }: Pick<OrganizationSettings, 'openingHours' | 'timeZone'>,
): CallbackTime {
  if (date === null && time === null) return { kind: 'at', at: null };
  const local = localTimeAt(timeZone, now);
  const today = local - (local % dayMs);
  const day = date === null ? today : Date.parse(`${date}T00:00:00Z`);
  if (day < today) return { kind: 'over' };
  if (day - today > latestMs) return { kind: 'too far' };
  if (time === null) return onDay(day, day === today);
  const wanted = firstInstantOf(timeZone, day + minutesOf(time) * minuteMs);
  // "At nine" in the afternoon is tomorrow's.
  if (wanted <= now)
    return date === null
      ? open(firstInstantOf(timeZone, day + dayMs + minutesOf(time) * minuteMs))
      : { kind: 'over' };
  return open(wanted);

  function open(instant: number): CallbackTime {
    const state = openingAt(openingHours, timeZone, instant);
    if (!state.open && state.opensAt !== null) return { kind: 'closed', next: state.opensAt };
    return { kind: 'at', at: new Date(instant) };
  }

  function onDay(start: number, isToday: boolean): CallbackTime {
    const from = isToday ? now : firstInstantOf(timeZone, start);
    const state = openingAt(openingHours, timeZone, from);
    if (state.open) return { kind: 'at', at: new Date(from) };
    if (state.opensAt === null)
      return { kind: 'at', at: isToday ? null : new Date(firstInstantOf(timeZone, start + morningMs)) };
    const isThatDay = localTimeAt(timeZone, state.opensAt) < start + dayMs;
    return isThatDay ? { kind: 'at', at: new Date(state.opensAt) } : { kind: 'closed', next: state.opensAt };
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
