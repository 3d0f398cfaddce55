import { type SpokenLanguage, spokenLanguage } from '../speech/languages.ts';
import { englishNumber } from './english-numbers.ts';
import { frenchNumber } from './french-numbers.ts';
import { germanNumber } from './german-numbers.ts';
import { type SpanishForm, spanishNumber } from './spanish-numbers.ts';

/** Above this the words would not be exact. */
const largest = Number.MAX_SAFE_INTEGER / 10;

const signs: Readonly<Record<SpokenLanguage, { readonly minus: string; readonly point: string }>> = {
  en: { minus: 'minus', point: 'point' },
  es: { minus: 'menos', point: 'coma' },
  de: { minus: 'minus', point: 'Komma' },
  fr: { minus: 'moins', point: 'virgule' },
};

/** How the noun that follows a number changes it; English does not care. */
export type CountedNoun = 'none' | 'masculine' | 'feminine';

/** British, Australian and other English says "one hundred and one". */
export function saysAnd(tag: string): boolean {
  return spokenLanguage(tag) === 'en' && !/^en(?:-US)?$/i.test(tag) && /^en/i.test(tag);
}

/** A whole number that is not negative. */
export function wholeNumberInWords(value: number, tag: string, noun: CountedNoun = 'none'): string {
  if (!Number.isInteger(value) || value < 0 || value > largest) return String(value);
  switch (spokenLanguage(tag)) {
    case 'en':
      return englishNumber(value, saysAnd(tag));
    case 'es': {
      const form: SpanishForm = noun === 'none' ? 'alone' : noun;
      return spanishNumber(value, form);
    }
    case 'de':
      return noun === 'feminine' && value === 1 ? 'eine' : germanNumber(value, noun !== 'none');
    case 'fr':
      return frenchNumber(value, noun === 'feminine');
  }
}

/** A number with at most six digits behind its point. */
export function numberInWords(value: number, tag: string): string {
  if (!Number.isFinite(value) || Math.abs(value) > largest) return String(value);
  const language = spokenLanguage(tag);
  const [whole = '0', decimals = ''] = Math.abs(value)
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .split('.');
  const words = [
    ...(value < 0 && (Number(whole) > 0 || decimals !== '') ? [signs[language].minus] : []),
    wholeNumberInWords(Number(whole), tag),
    ...(decimals === '' ? [] : [decimalPoint(tag), decimalsInWords(decimals, tag)]),
  ];
  return words.join(' ');
}

/** Mexico and the Spanish of the United States write and say a point. */
function decimalPoint(tag: string): string {
  return /^es-(?:MX|US|419)/i.test(tag) ? 'punto' : signs[spokenLanguage(tag)].point;
}

/** English and German say each digit; Spanish and French say a number, after the zeros before it. */
function decimalsInWords(decimals: string, tag: string): string {
  const language = spokenLanguage(tag);
  if (language === 'en' || language === 'de') return digitsInWords(decimals, tag);
  const zeros = /^0*/.exec(decimals)?.[0] ?? '';
  const rest = decimals.slice(zeros.length);
  return [
    ...(zeros === '' ? [] : [digitsInWords(zeros, tag)]),
    ...(rest === '' ? [] : [wholeNumberInWords(Number(rest), tag)]),
  ].join(' ');
}

/** Each digit for itself, as numbers of phones and houses are read out. */
export function digitsInWords(digits: string, tag: string): string {
  return [...digits]
    .filter((digit) => /\d/.test(digit))
    .map((digit) => wholeNumberInWords(Number(digit), tag))
    .join(' ');
}
