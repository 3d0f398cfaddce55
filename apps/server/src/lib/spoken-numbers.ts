import { foldedWords } from './spoken-calendar.ts';
import { longestAnswer, onlyMeant, type Place, type ResolveOptions } from './spoken-clauses.ts';
import { dayMentions } from './spoken-days.ts';
import { timeMentions } from './spoken-times.ts';

interface NumberMention extends Place {
  /** Null where the words are no single number: "five five five", "1.200". */
  readonly value: number | null;
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };

/** Single words of the other languages; whoever combines them is not read. Words that English has too are left out. */
const foreign = new Map<string, number>([
  ...listed(2, 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn'),
  ...listed(2, 'dos tres cuatro cinco seis siete ocho nueve diez'),
  ...listed(2, 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze'),
  ...([
    ['zwanzig', 20],
    ['dreissig', 30],
    ['vierzig', 40],
    ['funfzig', 50],
    ['hundert', 100],
  ] as const),
  ...([
    ['doce', 12],
    ['quince', 15],
    ['veinte', 20],
    ['treinta', 30],
    ['cuarenta', 40],
    ['cincuenta', 50],
    ['cien', 100],
  ] as const),
  ...([
    ['vingt', 20],
    ['trente', 30],
    ['quarante', 40],
    ['cinquante', 50],
  ] as const),
  ...([
    ['eins', 1],
    ['uno', 1],
  ] as const),
]);

const word = [...units, ...tens, ...Object.keys(scales)].join('|');
const notOne =
  '(?<!\\b(?:no|that|this|the|which|any|every|each|some|another|good|last|next|first|other|right|wrong|your|my|new|old) )one\\b(?! (?:of|moment|second|sec|minute|more|thing|question|day|time|another)\\b)';
const spoken = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:minus )?(?:(?:an? )(?=hundred|thousand|million)|${notOne}|(?!one\\b)(?:${word}))(?:[- ]?(?:(?:and|point) )?(?:${word}))*(?: and a half)?(?![\\p{L}\\p{N}])`,
  'gu',
);
const digits = /(?<![\p{L}\p{N}.,:/-])[-−]?\d[\d.,']*(?:(?<=\d)|$)/gu;
const otherWord = new RegExp(`(?<![\\p{L}-])(?:${[...foreign.keys()].join('|')})(?![\\p{L}-])`, 'gu');
/** Numbers that count on a scale: "eight out of ten". */
const scale =
  /(?<=[\p{L}\p{N}])(?: out of | of | von | sobre | sur | ?\/ ?)(?:five|ten|hundred|zehn|diez|dix|5|10|100)\b/gu;
const vague = /\b(?:dozens?|couple|few|several|many|some|half|twice|hundreds|thousands)\b/gu;

/** The one number that a text says; null where it says none, more than one, or one that cannot be told. */
export function resolveNumber(words: string, options: ResolveOptions = {}): number | null {
  if (words.length > longestAnswer) return null;
  const said = foldedWords(words).replace(scale, (found) => ' '.repeat(found.length));
  return onlyMeant(said, numberMentions(said), options);
}

export function numberMentions(said: string): NumberMention[] {
  const times: Place[] = [...dayMentions(said, 0), ...timeMentions(said).filter(({ isMarked }) => isMarked)];
  const found: NumberMention[] = [];
  const add = (start: number, text: string, value: number | null | undefined) => {
    const place = { start, end: start + text.length };
    if (value === undefined || [...times, ...found].some((other) => overlap(place, other))) return;
    found.push({ ...place, value });
  };
  for (const match of said.matchAll(digits))
    add(match.index, match[0], ofDigits(match[0], said.slice(match.index + match[0].length)));
  for (const match of said.matchAll(spoken)) add(match.index, match[0], ofWords(match[0]));
  for (const match of said.matchAll(otherWord)) add(match.index, match[0], foreign.get(match[0]));
  if (found.length > 0) for (const match of said.matchAll(vague)) add(match.index, match[0], null);
  return found;
}

function overlap(one: Place, other: Place): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Above this it is a phone number, a date or a code rather than a count. */
const mostDigits = 7;

function ofDigits(written: string, after: string): number | null | undefined {
  const text = written.replace(/[.,']+$/, '').replace('−', '-');
  // "5th" is a place in an order.
  if (/^(?:st|nd|rd|th)\b/.test(after)) return undefined;
  if (/^\p{L}/u.test(after) || /^[-/]\d/.test(after)) return null;
  if (text.replace(/\D/g, '').length > mostDigits) return null;
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  // Three digits behind a single point may be thousands or thousandths.
  if (/^-?\d+\.\d{3}$/.test(text)) return null;
  return /^-?\d+[.,]\d+$/.test(text) ? Number(text.replace(',', '.')) : null;
}

function ofWords(text: string): number | null {
  const isNegative = text.startsWith('minus ');
  const isHalf = text.endsWith(' and a half');
  const parts = text
    .replace(/^minus /, '')
    .replace(/ and a half$/, '')
    .split(/[- ]+/);
  const point = parts.indexOf('point');
  const whole = point < 0 ? parts : parts.slice(0, point);
  const value = wholeOf(whole.map((part) => (part === 'a' || part === 'an' ? 'one' : part)));
  if (value === null || (point >= 0 && isHalf)) return null;
  const sign = isNegative ? -1 : 1;
  if (isHalf) return sign * (value + 0.5);
  if (point < 0) return sign * value;
  const decimals = parts.slice(point + 1).map((part) => units.indexOf(part));
  if (decimals.length === 0 || decimals.some((one) => one < 0 || one > 9)) return null;
  return sign * Number(`${value}.${decimals.join('')}`);
}

/** English numbers in their order: each scale once and smaller than the one before, tens before units. */
function wholeOf(parts: readonly string[]): number | null {
  let total = 0;
  let group = 0;
  let room = 1_000;
  let lastScale = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const unit = units.indexOf(part);
    const ten = tens.indexOf(part);
    if (part === 'and') {
      if (group % 100 !== 0 && group !== 0) return null;
    } else if (unit >= 0) {
      if (unit >= room || (unit === 0 && parts.length > 1)) return null;
      group += unit;
      room = 0;
    } else if (ten >= 0) {
      if (room < 100) return null;
      group += (ten + 2) * 10;
      room = 10;
    } else if (part === 'hundred') {
      if (group === 0 || group > 19) return null;
      group *= 100;
      room = 100;
    } else {
      const size = scales[part] ?? Number.POSITIVE_INFINITY;
      if (group === 0 || size >= lastScale) return null;
      total += group * size;
      [group, room, lastScale] = [0, 1_000, size];
    }
  }
  return total + group;
}

function listed(first: number, words: string): [string, number][] {
  return words.split(' ').map((name, place) => [name, first + place]);
}
