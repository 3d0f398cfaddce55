/** Separators between digits: spaces (non-breaking ones too), dots, dashes, brackets. */
const separators = /[\s.\-‐‑‒–—()[\]]/g;
const e164Shape = /^\+[0-9]{7,15}$/;

export const phoneNumberSentence = 'Enter a phone number in international format, e.g. +1234567890.';

/** The trunk prefix in `+49 (0)30 …` is not dialled from abroad, except to Italy and San Marino. */
const trunkZero = /^(\s*\+(?!39|378)[^(]*)\(0\)/;

/** The number in E.164 format, or null when it does not have that shape. */
export function normalizePhoneNumber(typed: string): string | null {
  const bare = typed.replace(trunkZero, '$1').replace(separators, '');
  return e164Shape.test(bare) ? bare : null;
}
