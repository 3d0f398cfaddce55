interface DatePreset {
  label: string;
  from: string;
  to: string;
}

const dayMs = 24 * 60 * 60_000;

/** Ranges of days that people look for most, as the calendar of the organization has them. */
export function presets(now: Date, timeZone: string): DatePreset[] {
  const today = dayIn(now, timeZone);
  // Noon, so that no change of the clock moves it to another day.
  const noon = new Date(`${today}T12:00:00Z`);
  const before = (days: number) => isoDay(new Date(noon.getTime() - days * dayMs));
  const [year, month] = [noon.getUTCFullYear(), noon.getUTCMonth()];
  const day = (ofMonth: number, date: number) => isoDay(new Date(Date.UTC(year, ofMonth, date, 12)));
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: before(1), to: before(1) },
    { label: 'Last 7 days', from: before(6), to: today },
    { label: 'This month', from: day(month, 1), to: today },
    { label: 'Last month', from: day(month - 1, 1), to: day(month, 0) },
  ];
}

const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

function dayIn(at: Date, timeZone: string): string {
  // The order of Swedish dates is that of ISO.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}
