import { type NumberType, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { NumberExceptions, SpecialNumberType } from '../../config/number-types.ts';
import { AppError } from '../../errors.ts';
import type { CountryGuard } from './country-guard.ts';

/** Throws for a number that must not be called. */
export type NumberGuard = (number: string) => void;

const special: Partial<Record<NonNullable<NumberType>, SpecialNumberType>> = {
  PREMIUM_RATE: 'premium-rate',
  SHARED_COST: 'shared-cost',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
};

const descriptions: Record<SpecialNumberType, string> = {
  'premium-rate': 'a premium-rate number',
  'shared-cost': 'a shared-cost number',
  personal: 'a personal number, which is charged like a premium-rate one',
  pager: 'the number of a pager',
  'global-network': 'a number of a satellite or another worldwide network',
};

/** Calling codes that belong to no country: Inmarsat, universal personal numbers, satellites, networks, premium rate. */
const globalNetworks = new Set(['870', '878', '881', '882', '883', '888', '979']);

/**
 * Checks the type of a number, then its country. A number of a worldwide network belongs to no country, so an exception for
 * it is enough.
 */
export function createNumberGuard(exceptions: NumberExceptions, guardCountry: CountryGuard): NumberGuard {
  return (number) => {
    const parsed = parsePhoneNumberFromString(number);
    if (isShort(parsed)) {
      throw new AppError(
        'number_type_not_allowed',
        'This looks like a short or emergency number. Agents cannot call those.',
      );
    }
    const type = specialTypeOf(number, parsed);
    const excepted =
      exceptions.prefixes.some((prefix) => number.startsWith(prefix)) ||
      (type !== null && exceptions.types.includes(type));
    if (type !== null && !excepted) throw notAllowed(type);
    if (type !== 'global-network') guardCountry(number);
  };
}

function specialTypeOf(number: string, parsed: PhoneNumber | undefined): SpecialNumberType | null {
  if (globalNetworks.has(parsed?.countryCallingCode ?? '')) return 'global-network';
  // Pay-per-call exchanges of the North American plan, in any area; the metadata takes them for ordinary ones.
  if (/^\+1[0-9]{3}976/.test(parsed?.number ?? number)) return 'premium-rate';
  const type = parsed?.getType();
  if (type !== undefined) return special[type] ?? null;
  return typeOfNeighbours(number);
}

/**
 * A number with a digit too many or too few has no type, but the network may connect it all the same: its first digits
 * decide what it costs.
 */
function typeOfNeighbours(number: string): SpecialNumberType | null {
  const shorter = [1, 2, 3, 4].map((count) => number.slice(0, -count));
  const longer = ['0', '00', '000', '0000'].map((digits) => number + digits);
  for (const neighbour of [...shorter, ...longer]) {
    const type = parsePhoneNumberFromString(neighbour)?.getType();
    const found = type && special[type];
    if (found) return found;
  }
  return null;
}

const longestShort = 6;

function isShort(parsed: PhoneNumber | undefined): boolean {
  return parsed === undefined || (parsed.nationalNumber.length <= longestShort && !parsed.isPossible());
}

function notAllowed(type: SpecialNumberType): AppError {
  return new AppError(
    'number_type_not_allowed',
    `This is ${descriptions[type]}. Such numbers are not called from here. Ask your administrator.`,
  );
}
