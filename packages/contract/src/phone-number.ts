/** What people type between the digits of a number: spaces (also the non-breaking ones), dots, dashes, brackets. */
const separators = /[\s.\-‐‑‒–—()[\]]/g;
const e164Shape = /^\+[0-9]{7,15}$/;

export const phoneNumberSentence = 'Enter a phone number in international format, e.g. +1234567890.';

/** `+49 (0)30 …` is the number for abroad and for home in one; only in Italy and San Marino the zero is dialled. */
const zeroForHome = /^(\s*\+(?!39|378)[^(]*)\(0\)/;

/** The number as the carrier wants it, or null when it has no E.164 shape. */
export function normalizePhoneNumber(typed: string): string | null {
  const bare = typed.replace(zeroForHome, '$1').replace(separators, '');
  return e164Shape.test(bare) ? bare : null;
}
