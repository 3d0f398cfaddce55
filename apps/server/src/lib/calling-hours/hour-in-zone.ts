const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of the day that clocks show in a zone. */
export function hourInZone(at: Date, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  return Number(format.format(at));
}
