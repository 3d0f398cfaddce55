import { nameKey, normalizePhoneNumber } from '@parley/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A number as it stands in a file, in E.164 format; null for what is none. `country`: of numbers without a country code.
 */
export function readNumber(cell: string, country: string | null): string | 'no country' | null {
  // With the digits 0 to 9, whatever the script.
  const typed = nameKey(cell);
  const international = typed.replace(/^00(?=[1-9])/, '+');
  if (international.startsWith('+')) return normalizePhoneNumber(international);
  // Letters, a second number or an extension: nothing that is guessed.
  if (!/^[\d\s.\-‐‑‒–—()[\]/]+$/.test(typed) || (typed.match(/\d/g) ?? []).length < 5) return null;
  if (country === null || !isSupportedCountry(country)) return 'no country';
  const parsed = parsePhoneNumberFromString(typed, country as CountryCode);
  return parsed?.isPossible() ? parsed.number : null;
}
