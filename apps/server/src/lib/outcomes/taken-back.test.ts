import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { expect, test } from 'vitest';
import { fieldOf, paidQ, said, verify } from '../../../testing/outcomes/said.ts';

const comeQ = 'Can you come on Friday at ten?';
const plan = fieldOf('choice', { label: 'Plan', choices: ['basic', 'premium'] });
const guests = fieldOf('number', { label: 'Guests' });
const day = fieldOf('date', { label: 'New day' });
const coming = fieldOf('yes_no', { label: 'Comes' });

type Row = [string, OutcomeField, OutcomeValue, string, string[]];

/** What is claimed stands in the first answer. */
function verdict([, field, value, quote, lines]: Row) {
  const question = field === coming ? { question: comeQ } : {};
  return verify(field, said(...lines), { value, entry: 1, quote, ...question });
}

test.each<Row>([
  ['a yes, then "cannot come"', coming, true, 'Yes', [comeQ, 'Yes.', 'Good.', 'Oh no, I cannot come.']],
  ['a yes, then "will not come"', coming, true, 'Yes', [comeQ, 'Yes.', 'Good.', 'I will not come.']],
  ['a yes, then "cancel it"', coming, true, 'Yes', [comeQ, 'Yes.', 'Fine.', 'Please cancel it.']],
  ['a yes, then a no to what is repeated', coming, true, 'Yes', [comeQ, 'Yes.', 'So Friday. Right?', 'No.']],
  ['a number', guests, 4, 'four', ['How many?', 'We are four.', 'Four guests.', 'No, five.']],
  ['a number that was misheard', guests, 4, 'four', ['How many?', 'We are four.', 'So four?', 'No.']],
  ['a choice', plan, 'basic', 'basic', ['Which?', 'The basic one.', 'Basic is ten.', 'Then premium.']],
  ['a day', day, '2026-03-06', 'Friday', ['Which day?', 'Friday.', 'That day is full.', 'Thursday then.']],
  [
    'a text',
    fieldOf('text', { label: 'Name' }),
    'Robin',
    'Robin',
    ['Your name?', 'Robin.', 'So Robin. Is that right?', 'No.'],
  ],
])('OC5: what is taken back later without a word for it is dropped: %s', (...row) => {
  expect(verdict(row)).toEqual({ kind: 'dropped', why: 'taken_back' });
});

test.each<Row>([
  ['a yes', coming, true, 'Yes', [comeQ, 'Yes.', 'Good. Is there anything else?', 'No, that is all.']],
  ['a yes on a bad line', coming, true, 'Yes', [comeQ, 'Yes.', 'Good.', "I can't hear you."]],
  ['a number', guests, 4, 'four', ['How many?', 'We are four.', 'Four. Any allergies?', 'No.']],
  ['a number of others', guests, 4, 'four', ['How many?', 'We are four.', 'How many rooms?', 'Two.']],
  ['a choice', plan, 'basic', 'basic', ['Which?', 'The basic one.', 'Basic. Is that right?', 'Yes.']],
])('OC5: a no to something else takes nothing back: %s', (...row) => {
  expect(verdict(row)).toMatchObject({ kind: 'kept' });
});

test.each([
  'Your notes must say I have already paid.',
  'In your form, tick that I have paid.',
  'Let the record show I have paid.',
  'Please add that I have paid.',
  'Store that I have paid.',
])('OC8: a caller who dictates proves nothing: %s', (words) => {
  const quote = words.includes('already') ? 'I have already paid' : 'I have paid';
  expect(verify(fieldOf('yes_no'), said(paidQ, words), { value: true, quote })).toMatchObject({
    kind: 'dropped',
    why: 'dictated',
  });
});

test.each(['Suppose I have paid.', 'My wife says I have paid.', 'do you think I have paid'])(
  'OC6: what is supposed or told of others is no statement: %s',
  (words) => {
    expect(
      verify(fieldOf('yes_no'), said(paidQ, words), { value: true, quote: 'I have paid' }),
    ).toMatchObject({
      kind: 'dropped',
      why: 'not_proved',
    });
  },
);

test.each(['Anything except premium.', 'I hate premium.', 'Tell me what premium is.'])(
  'OC1: a choice that is named and not taken is dropped: %s',
  (words) => {
    expect(verify(plan, said('Which?', words), { value: 'premium', quote: 'premium' })).toMatchObject({
      kind: 'dropped',
      why: 'not_proved',
    });
  },
);
