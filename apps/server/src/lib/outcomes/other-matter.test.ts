import type { OutcomeField } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type Claim, fieldOf, said, verify } from '../../../testing/outcomes/said.ts';
import type { SaidEntry } from './verify-value.ts';

const day = fieldOf('date', { label: 'Appointment', description: 'When they want to come.' });
const hour = fieldOf('time', { label: 'Time', description: 'When they want to come.' });
const guests = fieldOf('number', { label: 'Guests', description: 'How many come.' });

describe('OC5 dropped: it was said about something else', () => {
  test.each<[string, OutcomeField, SaidEntry[], Claim]>([
    [
      'a birthday for an appointment',
      day,
      said('How can I help?', 'My birthday is on the tenth of March.'),
      { value: '2026-03-10', quote: 'the tenth of March' },
    ],
    [
      'a date of birth that was asked for',
      day,
      said('What is your date of birth?', 'The tenth of March.'),
      { value: '2026-03-10', quote: 'The tenth of March.' },
    ],
    [
      'a yes to a birthday',
      day,
      said('Is your birthday on the tenth of March?', 'Yes.'),
      { value: '2026-03-10', quote: 'Yes.', question: 'Is your birthday on the tenth of March?' },
    ],
    [
      'a holiday',
      day,
      said('How are you?', 'We are on holiday on Friday.'),
      { value: '2026-03-06', quote: 'on Friday' },
    ],
    [
      'a flight',
      hour,
      said('How are you?', 'My flight is at three in the afternoon.'),
      { value: '15:00', quote: 'at three in the afternoon' },
    ],
    ['an age', guests, said('And?', 'I am forty years old.'), { value: 40, quote: 'forty' }],
    ['a house number', guests, said('And?', 'My house number is twelve.'), { value: 12, quote: 'twelve' }],
    [
      'a birthday in German',
      day,
      said('Wie kann ich helfen?', 'Ich habe am Freitag Geburtstag.'),
      { value: '2026-03-06', quote: 'am Freitag' },
    ],
  ])('%s', (_, field, transcript, claim) => {
    expect(verify(field, transcript, claim)).toEqual({ kind: 'dropped', why: 'not_proved' });
  });
});

describe('OC5 kept: it was said about the field', () => {
  test.each<[string, OutcomeField, SaidEntry[], Claim, string | number]>([
    [
      'a birthday where one is asked for',
      fieldOf('date', { label: 'Birthday' }),
      said('When is your birthday?', 'On Friday.'),
      { value: '2026-03-06', quote: 'On Friday.' },
      '2026-03-06',
    ],
    [
      'a day beside a birthday that has none',
      day,
      said('When would you like to come?', 'It is for my birthday party, so Friday would be good.'),
      { value: '2026-03-06', quote: 'Friday would be good' },
      '2026-03-06',
    ],
    [
      'a number of people',
      guests,
      said('How many of you are coming?', 'We are four.'),
      { value: 4, quote: 'four' },
      4,
    ],
  ])('%s', (_, field, transcript, claim, value) => {
    expect(verify(field, transcript, claim)).toMatchObject({ kind: 'kept', value });
  });
});
