/** Letters that no decomposition turns into the ones that people type for them. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};

/** Accents, points of Hebrew and of Arabic. Vowel signs of Indic scripts and the voicing of kana tell words apart: they stay. */
const accents =
  /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu;

/** A name folded: names that people take for the same have the same key. Contacts are ordered by it too. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/[ßøłđðþıæœς]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFC')
    .replace(/[\p{Z}\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

/** Scripts that put no space between words: somebody may type any part of a name. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordMax = 40;
const wordsMax = 40;

/** The words by which a contact is found: a search finds those that begin with what was typed. */
export function searchWords(name: string, number: string): string[] {
  const words = wordsOf(nameKey(name)).flatMap((word) => {
    const letters = [...word].slice(0, wordMax);
    if (!unspaced.test(word)) return [letters.join('')];
    return letters.map((_, index) => letters.slice(index).join(''));
  });
  const digits = number.replace(/\D/g, '');
  const ofNumber = [digits, digits.slice(-7), digits.slice(-4)].filter((each) => each.length >= 4);
  return [...new Set([...words.slice(0, wordsMax), ...ofNumber])];
}

/** What a typed text looks for: words of a name, or the digits of a number. All must be found. */
export function searchTerms(text: string): string[] {
  const typed = nameKey(text);
  const isNumber = /^[+\d\s()./-]+$/.test(typed) && /\d/.test(typed);
  if (isNumber) return [typed.replace(/\D/g, '').replace(/^00?/, '')].filter((digits) => digits !== '');
  const terms = wordsOf(typed).map((word) => [...word].slice(0, wordMax).join(''));
  return [...new Set(terms)].slice(0, 8);
}

function wordsOf(key: string): string[] {
  return key.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
}
