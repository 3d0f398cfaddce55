/** A date such as 2026-10-13, as a calendar in some zone shows it. */
export type LocalDate = string;

/** The date that it is in the zone; in the zone of the browser when it does not know the other one. */
export function dateIn(zone: string, at: number): LocalDate {
  const { year, month, day } = partsIn(zone, at);
  return `${year}-${month}-${day}`;
}

/** Days later, or earlier. */
export function plusDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(date: LocalDate): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/**
 * The instant at which clocks in the zone show this time of this day. A time that is skipped when clocks go forward is
 * the one an hour later.
 */
export function instantOf(zone: string, date: LocalDate, time: string): number {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // The offset of the zone is that of the instant, which is not known yet: two steps reach it.
  const first = asUtc - offsetIn(zone, asUtc);
  return asUtc - offsetIn(zone, first);
}

/** Milliseconds that clocks in the zone are ahead of UTC. */
function offsetIn(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = partsIn(zone, at);
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(at / 1000) * 1000;
}

function partsIn(zone: string, at: number): Record<string, string> {
  const parts = formatIn(zone).formatToParts(new Date(at));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = make(zone);
  formats.set(zone, made);
  return made;
}

function make(zone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-US', options);
  }
}
