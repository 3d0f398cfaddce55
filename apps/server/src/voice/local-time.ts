/** Date and time in a time zone, in English words. */
export function localTime(at: number, timeZone: string): { date: string; time: string; zone: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(at);
  return {
    date: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    time: format({ hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' '),
    zone: timeZone,
  };
}
