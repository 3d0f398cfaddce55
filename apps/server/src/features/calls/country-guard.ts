import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { AppError } from '../../errors.ts';

/** Throws for a number in a country that is not allowed. */
export type CountryGuard = (number: string) => void;

export function createCountryGuard(allowed: readonly string[] | 'any'): CountryGuard {
  if (allowed === 'any') return () => {};
  const countries = new Set<string>(allowed);
  const callingCodes = new Set<string>(
    allowed.filter((country) => isSupportedCountry(country)).map((country) => getCountryCallingCode(country)),
  );
  return (number) => {
    const parsed = parsePhoneNumberFromString(number);
    const country = parsed?.country;
    // A country that cannot be told, such as a number not handed out yet, passes under an allowed calling code.
    const passes = country ? countries.has(country) : callingCodes.has(parsed?.countryCallingCode ?? '');
    if (!passes) throw notAllowed(country);
  };
}

/** The caller id's own country; where that cannot be told, every country that shares its calling code. */
export function countriesOfCaller(number: string): string[] {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed?.country) return [parsed.country];
  return getCountries().filter((country) => getCountryCallingCode(country) === parsed?.countryCallingCode);
}

function notAllowed(country: CountryCode | undefined): AppError {
  const name = country && new Intl.DisplayNames(['en'], { type: 'region' }).of(country);
  const sentence = name
    ? `Calls to ${name} are not allowed here. Ask your administrator.`
    : 'Calls to this country are not allowed here. Ask your administrator.';
  return new AppError('country_not_allowed', sentence);
}
