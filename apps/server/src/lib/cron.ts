import { firstInstantOf, isTimeZone, localTimeAt } from './zoned-time.ts';

/** Which minutes, hours, days, months and weekdays an expression names. */
interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  readonly weekdays: readonly number[];
  /** The hour field begins with a star: the rule is about elapsed time, not about a time of day. */
  readonly anyHour: boolean;
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

interface Field {
  readonly name: string;
  readonly lowest: number;
  readonly highest: number;
  readonly names?: readonly string[];
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields = [
  { name: 'minute', lowest: 0, highest: 59 },
  { name: 'hour', lowest: 0, highest: 23 },
  { name: 'day of month', lowest: 1, highest: 31 },
  { name: 'month', lowest: 1, highest: 12, names: monthNames },
  { name: 'day of week', lowest: 0, highest: 7, names: weekdayNames },
] as const satisfies readonly Field[];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The longest wait between two days that exist: 29 February around a year such as 2100. */
const longestDays = 366 * 9;

/**
 * The first time after `after` that a cron expression names in a time zone; null when it names none that exists.
 *
 * A time of day that clocks skip comes when they are put forward; one that they show twice comes the first time. A rule for
 * any hour (the hour field begins with a star) follows elapsed time instead: it skips nothing and comes in both hours.
 */
export function nextRun(cron: string, zone: string, after: Date): Date | null {
  if (!isTimeZone(zone)) throw new Error(`"${zone}" is not the name of a time zone, such as Europe/Berlin.`);
  const rule = parseCron(cron);
  const at = rule.anyHour ? nextElapsed(rule, zone, after.getTime()) : nextOfDay(rule, zone, after.getTime());
  return at === null ? null : new Date(at);
}

function nextOfDay(rule: CronFields, zone: string, after: number): number | null {
  // From the day before: when clocks are put back at midnight, times of the evening are still to come.
  const first = startOfDay(localTimeAt(zone, after)) - dayMs;
  for (let day = first; day < first + longestDays * dayMs; day += dayMs) {
    if (!isOnDay(rule, day)) continue;
    for (const hour of rule.hours) {
      for (const minute of rule.minutes) {
        const instant = firstInstantOf(zone, day + hour * hourMs + minute * minuteMs);
        if (instant > after) return instant;
      }
    }
  }
  return null;
}

function nextElapsed(rule: CronFields, zone: string, after: number): number | null {
  const last = after + longestDays * dayMs;
  for (let at = (Math.floor(after / minuteMs) + 1) * minuteMs; at < last; ) {
    const local = localTimeAt(zone, at);
    if (!isOnDay(rule, local)) at = Math.max(at + minuteMs, firstInstantOf(zone, startOfDay(local) + dayMs));
    else if (isAtTime(rule, local)) return at;
    else at += minuteMs;
  }
  return null;
}

const startOfDay = (local: number) => Math.floor(local / dayMs) * dayMs;

function isAtTime({ hours, minutes }: CronFields, local: number): boolean {
  const at = new Date(local);
  return hours.includes(at.getUTCHours()) && minutes.includes(at.getUTCMinutes());
}

/** Where both the day of the month and the weekday are given, either is enough, as in every cron. */
function isOnDay({ days, months, weekdays, anyDay, anyWeekday }: CronFields, local: number): boolean {
  const at = new Date(local);
  if (!months.includes(at.getUTCMonth() + 1)) return false;
  const day = days.includes(at.getUTCDate());
  const weekday = weekdays.includes(at.getUTCDay());
  return anyDay || anyWeekday ? day && weekday : day || weekday;
}

function parseCron(cron: string): CronFields {
  const parts = cron.trim().toLowerCase().split(/\s+/);
  if (parts.length !== fields.length)
    throw new Error(
      `"${cron}" is not a cron expression: it needs five fields (minute hour day month weekday).`,
    );
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = fields.map((field, index) =>
    valuesOf(parts[index] ?? '', field),
  );
  const startsWithStar = (index: number) => (parts[index] ?? '').startsWith('*');
  return {
    ...{ minutes, hours, days, months },
    weekdays: weekdays.map((weekday) => weekday % 7),
    anyHour: startsWithStar(1),
    anyDay: startsWithStar(2),
    anyWeekday: startsWithStar(4),
  };
}

/** In ascending order. */
function valuesOf(text: string, field: Field): number[] {
  const values = new Set(text.split(',').flatMap((part) => rangeOf(part, field)));
  return [...values].toSorted((a, b) => a - b);
}

function rangeOf(part: string, field: Field): number[] {
  const [range = '', step = '1', ...more] = part.split('/');
  const { lowest, highest, name } = field;
  const [from = '', to, ...rest] = range === '*' ? [String(lowest), String(highest)] : range.split('-');
  const first = readValue(from, field);
  // A single number with a step runs to the end: 5/15 is 5-59/15.
  const last = to === undefined ? (part.includes('/') ? highest : first) : readValue(to, field);
  const by = /^\d{1,3}$/.test(step) ? Number(step) : 0;
  if (more.length > 0 || rest.length > 0 || by === 0 || first > last)
    throw new Error(`"${part}" is not valid for the ${name} of a cron expression.`);
  return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
}

function readValue(text: string, { name, lowest, highest, names = [] }: Field): number {
  const named = names.indexOf(text);
  const value = named >= 0 ? named + (lowest === 1 ? 1 : 0) : /^\d{1,2}$/.test(text) ? Number(text) : -1;
  if (value < lowest || value > highest)
    throw new Error(`"${text}" is not valid for the ${name} of a cron expression (${lowest} to ${highest}).`);
  return value;
}
