import { microsPerUnit } from '@parley/contract';
import { locale } from '../../ui/instant.tsx';

const counts = new Intl.NumberFormat(locale);
const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const countText = (count: number) => counts.format(count);
export const shareText = (share: number) => shares.format(share);

/** A part of a whole; a dash where there is no whole. */
export function partText(part: number, whole: number): string {
  return whole === 0 ? '–' : shareText(part / whole);
}

/** From milliseconds: 0.72 s. */
export const latencyText = (ms: number) => `${seconds.format(ms / 1000)} s`;

/** Seconds in words: 42 s, 1 min 35 s, 2 h 5 min. */
export function lengthText(total: number): string {
  const whole = Math.round(total);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600)
    return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${countText(Math.floor(whole / 3600))} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** For the axis: without cents where all of its values are round. */
export function moneyTick(micros: number, ticks: readonly number[], currency: string): string {
  const whole = ticks.every((tick) => tick % microsPerUnit === 0);
  const tiny = (ticks[1] ?? 0) < microsPerUnit / 100;
  return moneyFormat(currency, whole ? 0 : tiny ? 4 : undefined).format(micros / microsPerUnit);
}

function moneyFormat(currency: string, digits: number | undefined): Intl.NumberFormat {
  const options =
    digits === undefined ? {} : { minimumFractionDigits: Math.min(2, digits), maximumFractionDigits: digits };
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...options });
  } catch {
    // A code that this browser does not know.
    return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  }
}

const day = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
const formats = {
  full: day({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
  short: day({ month: 'short', day: 'numeric' }),
  range: day({ month: 'short', day: 'numeric', year: 'numeric' }),
};
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

export const dayText = (date: string) => formats.full.format(noon(date));
export const dayTick = (date: string) => formats.short.format(noon(date));

export function rangeText(from: string, to: string): string {
  return formats.range.formatRange(noon(from), noon(to));
}

/** America/New York. */
export const zoneText = (zone: string) => zone.replaceAll('_', ' ');

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });

/** An hour of the day as clocks show it: 9 AM, or 09. */
export function hourText(hour: number): string {
  return clock.format(new Date(Date.UTC(2026, 0, 1, hour)));
}
