import { withoutMarkup } from './placeholder-values.ts';

/** A word, and how it is written so that a voice says it right. */
export interface Pronunciation {
  readonly word: string;
  readonly say: string;
}

/** A word of the list is replaced where it stands as a word: not within a longer one, and in any case of letters. */
export interface PronunciationRules {
  /** Finds the words; the longest of several that begin at the same place. */
  readonly pattern: RegExp;
  say(word: string): string;
  /** The beginnings of the words, in lower case, by which a stream knows that a word may not be complete yet. */
  isBeginning(text: string): boolean;
  readonly longest: number;
}

/** Null without a word to replace, so that nothing has to be searched. */
export function pronunciationRules(list: readonly Pronunciation[]): PronunciationRules | null {
  const entries = new Map<string, string>();
  for (const { word, say } of list) {
    const key = normal(word);
    const spoken = withoutMarkup(say).trim();
    if (key !== '' && spoken !== '' && !entries.has(key)) entries.set(key, spoken);
  }
  if (entries.size === 0) return null;
  const words = [...entries.keys()].sort((a, b) => b.length - a.length);
  const beginnings = new Set(words.flatMap((word) => [...word].map((_, index) => word.slice(0, index + 1))));
  const alternatives = words.map((word) => escaped(word).replace(/ /g, '\\s+')).join('|');
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{N}\\p{M}])`, 'giu'),
    say: (word) => entries.get(normal(word)) ?? word,
    isBeginning: (text) => beginnings.has(text.toLowerCase().replace(/\s+/g, ' ')),
    // With room for further spaces within it.
    longest: (words[0]?.length ?? 0) + 4,
  };
}

/** A whole text as it is spoken. */
export function pronounced(text: string, rules: PronunciationRules | null): string {
  return rules === null ? text : text.replace(rules.pattern, (word) => rules.say(word));
}

function normal(word: string): string {
  return word.trim().replace(/\s+/g, ' ').toLowerCase();
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
