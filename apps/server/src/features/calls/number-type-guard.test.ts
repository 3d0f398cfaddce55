import { describe, expect, test } from 'vitest';
import { createCountryGuard } from './country-guard.ts';
import { createNumberGuard } from './number-type-guard.ts';

const anywhere = createNumberGuard({ types: [], prefixes: [] }, createCountryGuard('any'));

function codeOf(guard: (number: string) => void, number: string): string | null {
  try {
    guard(number);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a number that costs more than an ordinary call passes no country guard', () => {
  test.each([
    ['+19005550123', 'premium-rate', 'United States 900'],
    ['+12029761234', 'premium-rate', 'the pay-per-call exchange 976'],
    ['+112029761234', 'premium-rate', 'the same with the country code twice'],
    ['+449098790879', 'premium-rate', 'United Kingdom 0909'],
    ['+448712345678', 'premium-rate', 'United Kingdom 0871'],
    ['+448431234567', 'premium-rate', 'United Kingdom 0843'],
    ['+447012345678', 'personal', 'United Kingdom 070'],
    ['+499001234567', 'premium-rate', 'Germany 0900'],
    ['+491801234567', 'shared-cost', 'Germany 0180'],
    ['+4970012345678', 'personal', 'Germany 0700'],
    ['+33899123456', 'premium-rate', 'France 0899'],
    ['+34803123456', 'premium-rate', 'Spain 803'],
    ['+319001234', 'premium-rate', 'the Netherlands 0900'],
    ['+3531520123456', 'premium-rate', 'Ireland 1520'],
    ['+15335551234', 'personal', 'personal communication services 533'],
    ['+80812345678', 'shared-cost', 'international shared cost'],
    ['+870773111632', 'worldwide', 'Inmarsat'],
    ['+878101234567890', 'worldwide', 'universal personal telecommunications'],
    ['+881612345678', 'worldwide', 'satellites'],
    ['+88212345678', 'worldwide', 'international networks'],
    ['+8835100012345', 'worldwide', 'international networks'],
    ['+979123456789', 'worldwide', 'international premium rate'],
    ['+190055501234', 'premium-rate', '900 with a digit too many'],
    ['+4490987908791', 'premium-rate', '0909 with a digit too many'],
    ['+1900555012', 'premium-rate', '900 with a digit too few'],
  ])('%s (%s, %s)', (number, kind) => {
    expect(codeOf(anywhere, number)).toBe('number_type_not_allowed');
    expect(() => anywhere(number)).toThrow(kind);
  });

  test.each(['+1911911', '+4499999', '+1242911', '+9911234'])(
    '%s, which is too short for a number',
    (number) => {
      expect(codeOf(anywhere, number)).toBe('number_type_not_allowed');
    },
  );
});

test.each([
  ['+12025550123', 'a line'],
  ['+4915112345678', 'a mobile'],
  ['+447400123456', 'a mobile'],
  ['+18005550123', 'free of charge'],
  ['+443001234567', 'charged like a line'],
  ['+442071838750', 'a line'],
  ['+16005551234', 'over the internet'],
  ['+1234567890', 'not handed out'],
  ['+19995550123', 'not handed out'],
])('%s (%s) is called', (number) => {
  expect(codeOf(anywhere, number)).toBeNull();
});

describe('exceptions', () => {
  const guard = createNumberGuard(
    { types: ['shared-cost'], prefixes: ['+44870', '+8816'] },
    createCountryGuard(['DE', 'GB']),
  );

  test.each([
    ['+491801234567', 'its type is named'],
    ['+448701234567', 'its first digits are named'],
    ['+881612345678', 'its first digits are named, and it is in no country'],
  ])('%s is called: %s', (number) => {
    expect(codeOf(guard, number)).toBeNull();
  });

  test.each([
    ['+499001234567', 'number_type_not_allowed'],
    ['+448712345678', 'number_type_not_allowed'],
    ['+88171234567', 'number_type_not_allowed'],
    ['+43810123456', 'country_not_allowed'],
  ])('%s is not: %s', (number, code) => {
    expect(codeOf(guard, number)).toBe(code);
  });
});
