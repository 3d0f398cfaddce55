import { normalizePhoneNumber } from '@parley/contract';
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';

/**
 * The number that will be dialled, or null when the input is not a number. A number in international format is taken as
 * it is; others are read as national numbers of `country`, if that is known.
 */
export function parsePhoneInput(typed: string, country: string | null): string | null {
  const international = normalizePhoneNumber(typed);
  if (international !== null) return international;
  if (!isKnown(country)) return null;
  const local = parse(typed, country);
  if (local !== undefined && isDiallable(local)) return local.number;
  // 00 is the international prefix of most countries; where it is not, no national number begins with it.
  const abroad = /^\s*00(.*)$/.exec(typed)?.[1];
  return abroad === undefined ? null : normalizePhoneNumber(`+${abroad}`);
}

/** For a hint only: the server and the carrier decide. */
export function looksIncomplete(typed: string, country: string | null): boolean {
  const text = typed.trim();
  if (text === '' || (!text.startsWith('+') && !isKnown(country))) return false;
  return validatePhoneNumberLength(text, isKnown(country) ? country : undefined) === 'TOO_SHORT';
}

export function countryOf(number: string | null): string | null {
  return number === null ? null : (parsePhoneNumberFromString(number)?.country ?? null);
}

function isKnown(country: string | null): country is CountryCode {
  return country !== null && isSupportedCountry(country);
}

function parse(typed: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
}

/** Test numbers such as 555 are in no assigned range, so a valid length and first digit are enough. */
function isDiallable(number: PhoneNumber): boolean {
  if (number.ext !== undefined || !number.isPossible()) return false;
  const firstDigit = number.countryCallingCode === '1' ? /^[2-9]/ : /^[1-9]/;
  return number.isValid() || firstDigit.test(number.nationalNumber);
}
