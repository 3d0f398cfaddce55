import { describe, expect, test } from 'vitest';
import { countriesOfCaller, createCountryGuard } from './country-guard.ts';

describe('with US and CA allowed', () => {
  const guard = createCountryGuard(['US', 'CA']);

  test.each(['+12025550123', '+14165550123'])('%s passes', (number) => {
    expect(() => guard(number)).not.toThrow();
  });

  test.each(['+1234567890', '+15005550010', '+19995550123'])(
    '%s, whose country cannot be told, passes under their calling code',
    (number) => {
      expect(() => guard(number)).not.toThrow();
    },
  );

  test.each([
    ['+18765550123', 'Jamaica'],
    ['+4915112345678', 'Germany'],
    ['+442071838750', 'United Kingdom'],
  ])('%s is in %s and does not', (number, country) => {
    expect(() => guard(number)).toThrow(`Calls to ${country} are not allowed here.`);
  });

  test.each(['+9991234567', '+88312345678', '+3581'])('%s is nowhere we know and does not', (number) => {
    expect(() => guard(number)).toThrow('are not allowed here');
  });
});

test('any means any', () => {
  const guard = createCountryGuard('any');
  for (const number of ['+9991234567', '+18765550123']) expect(() => guard(number)).not.toThrow();
});

describe('where nothing was said', () => {
  test('the country of the caller id is allowed', () => {
    expect(countriesOfCaller('+4930123456')).toEqual(['DE']);
  });

  test('a caller id that could be in several countries allows them', () => {
    expect(countriesOfCaller('+19995550123')).toEqual(expect.arrayContaining(['US', 'CA']));
  });
});

test('a caller id whose country is known allows that country alone, not all that share its calling code', () => {
  expect(countriesOfCaller('+12025550123')).toEqual(['US']);
});
