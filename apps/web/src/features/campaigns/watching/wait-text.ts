import { recipientWaits } from '@parley/contract';
import { wordOf } from '../../../lib/word-of.ts';
import { locale } from '../../../ui/instant.tsx';

interface Wait {
  /** One of `recipientWaits`, or a word of another release. */
  reason: string;
  zone: string | null;
  until: string | null;
}

/** The place that names a zone: Denver, of America/Denver. */
export function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** A time as clocks at the place show it, with the weekday where it is another day there than now, or the date, and the year. */
export function timeAt(at: string, zone: string | undefined, now: Date): string {
  const format = (options: Intl.DateTimeFormatOptions, date: Date) => {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(date);
    } catch {
      // A zone that this browser does not know.
      return new Intl.DateTimeFormat(locale, options).format(date);
    }
  };
  const date = new Date(at);
  const day = (each: Date) => format({ dateStyle: 'short' }, each);
  const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
  if (day(date) === day(now)) return format(clock, date);
  if (date.getTime() - now.getTime() < 6 * 86_400_000) return format({ ...clock, weekday: 'short' }, date);
  const year = (each: Date) => format({ year: 'numeric' }, each);
  const isOther = year(date) !== year(now);
  return format({ ...clock, month: 'short', day: 'numeric', ...(isOther && { year: 'numeric' }) }, date);
}

/** Why somebody waits and until when: "Opens 9:00 AM in Denver". */
export function waitText({ reason, zone, until }: Wait, now: Date): string {
  if (reason === 'window' && until !== null)
    return zone === null
      ? `Opens ${timeAt(until, undefined, now)}`
      : `Opens ${timeAt(until, zone, now)} in ${placeOf(zone)}`;
  const sentence = wordOf(recipientWaits, reason).replace(/\.$/, '');
  if (until === null || new Date(until) <= now) return sentence;
  return `${sentence}, not before ${timeAt(until, undefined, now)}`;
}
