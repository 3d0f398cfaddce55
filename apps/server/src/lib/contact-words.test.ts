import { searchTerms } from '@parley/contract';
import { expect, test } from 'vitest';
import { contactWords } from './contact-words.ts';

test.each([
  ['030 12345', '+493012345678'],
  ['(415) 555', '+14155550123'],
  ['06 1234', '+39061234567'],
  ['+49 30 1', '+493012345678'],
  ['0049301', '+493012345678'],
  ['5678', '+493012345678'],
])('CT7: %s finds %s, as it is dialled at home too', (typed, number) => {
  const [term = 'nothing'] = searchTerms(typed);
  expect(contactWords('Ada', number).some((word) => word.startsWith(term))).toBe(true);
});
