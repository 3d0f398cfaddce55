import { localDay } from './local-day.ts';

/** For an input of type datetime-local: a time in the zone of the browser, to the minute. */
export function inputText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${localDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Null while the input is not complete. */
export function inputInstant(typed: string): string | null {
  const at = Date.parse(typed);
  return typed === '' || Number.isNaN(at) ? null : new Date(at).toISOString();
}
