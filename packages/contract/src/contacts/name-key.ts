/**
 * Marks that are left out in a name or that people do not type: accents of Latin, Greek and Cyrillic letters, points of
 * Hebrew, vowel signs of Arabic. Signs that make another letter, as in Devanagari, Thai or Kana, stay.
 */
const optionalMarks =
  /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/g;
/** Direction marks, joiners, soft hyphens and variation selectors. */
const invisible = /\p{Cf}|[\uFE00-\uFE0F]/gu;

/** Letters that are one letter for somebody who searches, and that Unicode does not take apart. */
const sameLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' },
  ...{ ς: 'σ', ى: 'ي', ی: 'ي', ک: 'ك' },
};
const someSameLetter = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'g');
const katakana = /[\u30A1-\u30F6]/g;
/** The digit zero of other scripts; nine more digits follow it. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const otherDigits = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;

/** A name as names are compared and ordered: without capitals, accents and repeated spaces, in every script. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .replace(invisible, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(someSameLetter, (letter) => sameLetters[letter] ?? letter)
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(otherDigits, asciiDigit)
    .replace(/\s+/g, ' ')
    .trim();
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = zeros.find((start) => code >= start && code < start + 10) ?? code;
  return String(code - zero);
}

/** The words of a name, folded. Apostrophes belong to the word. */
export function nameWords(name: string): string[] {
  return nameKey(name).replace(apostrophes, '').split(wordBreak).filter(Boolean);
}

const apostrophes = /['’ʼ‘`´׳]/g;
const wordBreak = /[\s\p{P}]+/u;

/** Scripts that put no space between the parts of a name; Hangul puts none between the parts of a person's. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Enough to tell people apart; a longer word is found by its beginning. */
const wordLengthMax = 40;
const wordsMax = 48;

/** What a contact is found by: each is matched from its beginning. */
export function searchWords(name: string, number: string): string[] {
  const key = nameKey(name);
  const apart = key.split(wordBreak).flatMap((word) => word.split(apostrophes));
  const words = [...nameWords(name), ...apart.filter((word) => word.length > 1)];
  const digits = number.replace(/[^0-9]/g, '');
  const ends = [digits, digits.slice(-7), digits.slice(-4)].map(withoutZeros);
  const all = [...ends, ...words.flatMap(withLaterParts)];
  return [...new Set(all.map(cut).filter(Boolean))].slice(0, wordsMax);
}

/** Where no spaces show where a given name begins, every later part of the word counts as one. */
function withLaterParts(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const letters = [...word];
  return letters.flatMap((letter, at) => (/\p{M}/u.test(letter) ? [] : [letters.slice(at).join('')]));
}

/** The zeros before a number dialled at home, or 00; the last digits of a number may begin with some, too. */
function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function cut(word: string): string {
  return [...word].slice(0, wordLengthMax).join('');
}

/** Words that a contact has to have all of, each as a beginning. A phone number is one word, without its zeros or 00. */
export function searchTerms(text: string): string[] {
  const key = nameKey(text);
  if (/^[+0-9][0-9\s.\-‐‑‒–—()[\]/]*$/.test(key)) {
    const digits = withoutZeros(key.replace(/[^0-9]/g, ''));
    return digits === '' ? [] : [digits];
  }
  return [...new Set(nameWords(text).map(cut))].slice(0, 8);
}
