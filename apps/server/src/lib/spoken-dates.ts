import { foldedWords } from './spoken-calendar.ts';
import { longestAnswer, onlyMeant, type ResolveOptions } from './spoken-clauses.ts';
import { dayMentions } from './spoken-days.ts';
import { bareTime, timeMentions } from './spoken-times.ts';
import { localTimeAt } from './zoned-time.ts';

const dayMs = 86_400_000;

/**
 * The one day that a text means, as `YYYY-MM-DD` of the zone; null where it means none, more than one, or one that cannot
 * be told. "Tuesday" is the next one to come, "next Tuesday" the one of the following week (from Monday); a day that is
 * refused ("not Tuesday") does not count.
 */
export function resolveDay(
  words: string,
  at: number,
  zone: string,
  options: ResolveOptions = {},
): string | null {
  if (words.length > longestAnswer) return null;
  const said = foldedWords(words);
  const today = Math.floor(localTimeAt(zone, at) / dayMs);
  const day = onlyMeant(said, dayMentions(said, today), options);
  return day === null ? null : new Date(day * dayMs).toISOString().slice(0, 10);
}

/**
 * The one time of day that a text means, as `HH:MM`; null as for days. Without morning or afternoon the hours from nine to
 * twelve are those of the morning and from one to five those of the afternoon; six, seven and eight may be either.
 */
export function resolveTime(words: string, options: ResolveOptions = {}): string | null {
  if (words.length > longestAnswer) return null;
  const said = foldedWords(words);
  const named = timeMentions(said);
  const minutes = named.length === 0 ? bareTime(said) : onlyMeant(said, named, options);
  if (minutes === null) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Whether a text speaks of any day or time, one that cannot be told included. */
export function speaksOfTime(words: string): boolean {
  const said = foldedWords(words);
  return dayMentions(said, 0).length > 0 || timeMentions(said).length > 0;
}
