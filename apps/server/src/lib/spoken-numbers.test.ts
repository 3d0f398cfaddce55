import { expect, test } from 'vitest';
import { resolveNumber } from './spoken-numbers.ts';

test.each([
  ['Nine.', 9],
  ['I would say nine.', 9],
  ['twenty-five', 25],
  ['two hundred and fifty dollars', 250],
  ['one thousand two hundred', 1200],
  ['a hundred', 100],
  ['three and a half', 3.5],
  ['three point five', 3.5],
  ['minus five', -5],
  ['$1,200.50', 1200.5],
  ['1.200,50 Euro', 1200.5],
  ['eight out of ten', 8],
  ['8/10', 8],
  ['42 percent', 42],
  ['There will be twelve of us.', 12],
  ['Not four, five.', 5],
  ['zwölf', 12],
  ['tres', 3],
  ['quinze', 15],
])('OC1: %s', (words, expected) => {
  expect(resolveNumber(words)).toBe(expected);
});

test.each([
  ['nothing', 'None of them.'],
  ['two numbers', 'five or six'],
  ['two numbers', 'Two adults and three children'],
  ['about', 'about ten'],
  ['a limit', 'at least three'],
  ['a limit', 'less than 20'],
  ['a doubt', 'maybe four'],
  ['a phone number', 'five five five one two'],
  ['a phone number', '0301234567'],
  ['a year or a price', 'ten fifty'],
  ['a pronoun', 'That one.'],
  ['a pronoun', 'one moment'],
  ['a time', 'at ten'],
  ['a time', '10:30'],
  ['a day', 'March 5'],
  ['a place in an order', 'the 5th'],
  ['thousands or thousandths', '1.200'],
  ['a refused number', 'not four'],
  ['a few of them', 'a couple, or two'],
])('OC1: null for %s: %s', (_, words) => {
  expect(resolveNumber(words)).toBeNull();
});
