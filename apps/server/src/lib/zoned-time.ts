/**
 * Time of day in an IANA time zone. A local time is written as the milliseconds that its date and time would be in UTC,
 * so that calendar arithmetic on it needs no zone.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What a clock in the zone shows at an instant. */
export function localTimeAt(zone: string, instant: number): number {
  const at: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) at[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at;
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

function offsetAt(zone: string, instant: number): number {
  return localTimeAt(zone, instant) - instant;
}

const hourMs = 3_600_000;

/** The offsets in force before and after any change of clocks near a local time. Offsets lie between -12 and +14 hours. */
function offsetsAround(zone: string, local: number): readonly [before: number, after: number] {
  return [offsetAt(zone, local - 15 * hourMs), offsetAt(zone, local + 13 * hourMs)];
}

/** When clocks in the zone show this local time: never (they skip it), once, or twice; earliest first. */
export function instantsOf(zone: string, local: number): number[] {
  const candidates = new Set(offsetsAround(zone, local).map((offset) => local - offset));
  return [...candidates].filter((instant) => localTimeAt(zone, instant) === local).toSorted((a, b) => a - b);
}

/** The first instant at which clocks in the zone show this local time or, where they skip it, a later one. */
export function firstInstantOf(zone: string, local: number): number {
  const [first] = instantsOf(zone, local);
  return first ?? endOfGap(zone, local);
}

/** Clocks are put forward somewhere between the two instants at which they would have shown the local time. */
function endOfGap(zone: string, local: number): number {
  const [before, after] = offsetsAround(zone, local);
  let earlier = local - after;
  let later = local - before;
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetAt(zone, middle) === after) later = middle;
    else earlier = middle;
  }
  return later;
}
