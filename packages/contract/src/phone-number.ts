/** What people type between the digits of a number: spaces (also the non-breaking ones), dots, dashes, brackets. */
const separators = /[\s.\-‐‑‒–—()[\]]/g;
const e164Shape = /^\+[0-9]{7,15}$/;

export const phoneNumberSentence = 'Enter a phone number in international format, e.g. +1234567890.';

/** The number as the carrier wants it, or null when it has no E.164 shape. */
export function normalizePhoneNumber(typed: string): string | null {
  const bare = typed.replace(separators, '');
  return e164Shape.test(bare) ? bare : null;
}
