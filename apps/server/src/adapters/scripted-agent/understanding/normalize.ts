const longest = 2_000;

/**
 * Reduces a text to one line without markup and control characters. Of a very long text only the start and the end are
 * kept.
 */
export function normalized(text: string): string {
  const whole =
    text.length <= longest
      ? text
      : `${text.slice(0, longest * 0.6)} ${text.slice(text.length - longest * 0.4)}`;
  return whole
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u{fffd}]+/gu, ' ')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/[’‘`´]/g, "'")
    .replace(/[*_#~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Lower case for matching, without punctuation except apostrophes, hyphens, question marks and what times and amounts
 * need.
 */
export function normalizedWords(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'$€£:.\-?]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
