import { resolveDay, resolveTime } from '../../../lib/spoken-dates.ts';
import { firstInstantOf, localTimeAt } from '../../../lib/zoned-time.ts';
import type { DayTime } from '../understanding/times.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A call back that is wished for later than this is a date in a calendar, and no due time. */
const latestMs = 90 * dayMs;

/** When somebody wants to be called, in the zone of the organization; null where it is not certain, or over. */
export function requestedTime({ day, time }: DayTime, at: number, zone: string): Date | null {
  const wanted = afterMinutes(time, at) ?? onDay(day, time, at, zone);
  return wanted !== null && wanted > at && wanted - at <= latestMs ? new Date(wanted) : null;
}

const amounts: Readonly<Record<string, number>> = {
  ...{
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    ten: 10,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
  },
  'half an': 0.5,
};

/** "in half an hour" */
function afterMinutes(time: string | null, at: number): number | null {
  const [, amount = '', unit] =
    /^in (?:about |around )?(half an|\w+) (hour|minute)s?$/.exec(time ?? '') ?? [];
  if (unit === undefined) return null;
  const count = amounts[amount] ?? Number(amount);
  return Number.isFinite(count) ? at + count * (unit === 'hour' ? 60 : 1) * minuteMs : null;
}

function onDay(day: string | null, time: string | null, at: number, zone: string): number | null {
  const today = Math.floor(localTimeAt(zone, at) / dayMs) * dayMs;
  const spoken = time === null ? null : resolveTime(time, { approximate: true });
  const minutes = spoken === null ? partOfDay(`${day ?? ''} ${time ?? ''}`) : minutesOf(spoken);
  if (day === null || /^(?:tonight|today)$/.test(day)) {
    if (minutes === null) return null;
    const instant = firstInstantOf(zone, today + minutes * minuteMs);
    // Without a day a time that is over is tomorrow's.
    return instant > at || day !== null ? instant : firstInstantOf(zone, today + dayMs + minutes * minuteMs);
  }
  const date = resolveDay(day, at, zone, { approximate: true });
  if (date === null) return null;
  return firstInstantOf(zone, Date.parse(`${date}T00:00:00Z`) + (minutes ?? morning) * minuteMs);
}

const morning = 9 * 60;
const parts: readonly (readonly [RegExp, number])[] = [
  [/\bmorning|first thing\b/, morning],
  [/\b(?:noon|midday|lunch)/, 12 * 60],
  [/\bafternoon\b/, 14 * 60],
  [/\b(?:evening|after work)\b/, 18 * 60],
  [/\btonight\b/, 19 * 60],
];

/** A part of the day is good enough to be reminded by. */
function partOfDay(words: string): number | null {
  return parts.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
