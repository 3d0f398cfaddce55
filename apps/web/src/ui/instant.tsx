/** The reader's kind of English: the screens have no other language. */
export const locale = navigator.languages.find((language) => language.startsWith('en')) ?? 'en-US';

const formats = {
  /** Short month, day, hour, minute. */
  short: new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }),
  /** Hour, minute, second. */
  clock: new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
};
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

interface InstantProps {
  /** An ISO instant; empty when it is not known. */
  at: string;
  format?: keyof typeof formats;
  className?: string;
}

/** A time in the viewer's time zone; the full date and time shows on hover. */
export function Instant({ at, format = 'short', className }: InstantProps) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span className={className}>{at}</span>;
  return (
    <time dateTime={at} title={full.format(date)} className={className}>
      {formats[format].format(date)}
    </time>
  );
}

/** With the year and the time zone, for paper. Empty when it is not known. */
export function fullInstant(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : full.format(date);
}

/** Seconds as on a phone's display: 0:42, 12:05, 1:02:03. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

const withYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const timeOfDay = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });

/** A time for a sentence: without the date when it is today, with the year when it is another one. */
export function momentText(at: string, now = new Date()): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  if (date.toDateString() === now.toDateString()) return timeOfDay.format(date);
  return (date.getFullYear() === now.getFullYear() ? formats.short : withYear).format(date);
}
