import { type NumberExceptions, specialNumberTypes } from '../config/number-types.ts';
import { createNumberGuard } from '../features/calls/number-type-guard.ts';

/** Emergency and premium-rate numbers are nobody's. Personal and satellite numbers are somebody's, if dear to call. */
export function allowedNumbers({ types, prefixes }: NumberExceptions): (number: string) => boolean {
  const people = specialNumberTypes.filter((type) => type !== 'premium-rate' || types.includes(type));
  const guard = createNumberGuard({ types: people, prefixes }, () => {});
  return (number) => {
    try {
      guard(number);
      return true;
    } catch {
      return false;
    }
  };
}
