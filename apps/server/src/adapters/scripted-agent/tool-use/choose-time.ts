import { normalizedWords } from '../understanding/normalize.ts';
import type { OfferedTime } from './answers.ts';

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const clock = new RegExp(
  `\\b(?:(half past) )?(\\d{1,2}|${numbers.join('|')})(?:[:. ](\\d\\d|thirty|fifteen|forty-five))?\\b(?!\\s*(?:of|days?|weeks?|st|nd|rd|th)\\b)`,
  'g',
);
/** "The first one" is no time of day. */
const pronoun =
  /\b(first|second|third|last|next|other|another|earliest|earlier|early|former|later|late|latter|morning|afternoon|that|this|which|any|either|the) one\b(?! o)/g;
const spokenMinutes: Record<string, number> = { fifteen: 15, thirty: 30, 'forty-five': 45 };

/** The morning or the afternoon, where it is said. */
export function partIn(text: string): 'morning' | 'afternoon' | null {
  const said = normalizedWords(text);
  if (/\b(?:afternoon|after lunch|p\.?m)\b/.test(said)) return 'afternoon';
  return /\b(?<!good )morning\b|\bbefore (?:lunch|noon)\b|\ba\.?m\b/.test(said) ? 'morning' : null;
}

/** The offered time that is meant by a time of day or by its place in the list. */
export function chosenIn(text: string, offered: readonly OfferedTime[]): OfferedTime | null {
  const said = normalizedWords(text).replace(pronoun, '$1');
  for (const [, half, hourSaid = '', minuteSaid] of said.matchAll(clock)) {
    const hour = /^\d/.test(hourSaid) ? Number(hourSaid) : numbers.indexOf(hourSaid) + 1;
    const minute = half ? 30 : minuteSaid ? (spokenMinutes[minuteSaid] ?? Number(minuteSaid)) : 0;
    const found = offered.find(({ start }) => {
      const [ownHour = 0, ownMinute = 0] = start.slice(11, 16).split(':').map(Number);
      return ownMinute === minute && (ownHour === hour || ownHour % 12 === hour % 12);
    });
    if (found) return found;
  }
  if (/\b(?:first|earliest|earlier|former)\b/.test(said)) return offered[0] ?? null;
  if (/\b(?:second|later|latter)\b/.test(said)) return offered[1] ?? null;
  return null;
}
