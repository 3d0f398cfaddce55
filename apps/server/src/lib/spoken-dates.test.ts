import { describe, expect, test } from 'vitest';
import { resolveDay, resolveTime, speaksOfTime } from './spoken-dates.ts';

/** Monday, 2 March 2026, ten in the morning in New York. */
const monday = Date.parse('2026-03-02T15:00:00Z');
const newYork = 'America/New_York';
const day = (words: string, at = monday, zone = newYork) => resolveDay(words, at, zone);

describe('OC7: a day is resolved in the zone of the organization', () => {
  test.each([
    ['Tuesday', '2026-03-03'],
    ['On Friday, please.', '2026-03-06'],
    ['next Tuesday', '2026-03-10'],
    ['Tuesday next week', '2026-03-10'],
    ['Next week, on Tuesday', '2026-03-10'],
    ['this Thursday', '2026-03-05'],
    ['this coming Thursday', '2026-03-05'],
    ['today', '2026-03-02'],
    ['tonight', '2026-03-02'],
    ['Tomorrow morning at ten', '2026-03-03'],
    ['the day after tomorrow', '2026-03-04'],
    ['in three days', '2026-03-05'],
    ['in two weeks', '2026-03-16'],
    ['yesterday', '2026-03-01'],
    ['two days ago', '2026-02-28'],
    ['March 10', '2026-03-10'],
    ['on March the tenth', '2026-03-10'],
    ['the 10th of March', '2026-03-10'],
    ['Tuesday, March 10', '2026-03-10'],
    ['Tuesday the 10th', '2026-03-10'],
    ['the 10th', '2026-03-10'],
    ['the tenth works', '2026-03-10'],
    ['the 5th of next month', '2026-04-05'],
    ['January 8', '2027-01-08'],
    ['May 12, 2027', '2027-05-12'],
    ['2026-04-30', '2026-04-30'],
    ['3/25/2026', '2026-03-25'],
    ['No, Thursday at ten would be better.', '2026-03-05'],
    ['Not Tuesday, Wednesday.', '2026-03-04'],
    ['I cannot do Tuesday, could we do Friday?', '2026-03-06'],
    ['Friday instead of Tuesday', '2026-03-06'],
    ['Übermorgen', '2026-03-04'],
    ['Am Donnerstag um zehn Uhr', '2026-03-05'],
    ['morgen früh', '2026-03-03'],
    ['am 10. März', '2026-03-10'],
    ['am 10.03.2026', '2026-03-10'],
    ['in einer Woche', '2026-03-09'],
    ['pasado mañana', '2026-03-04'],
    ['el jueves por la mañana', '2026-03-05'],
    ['el 10 de marzo', '2026-03-10'],
    ['jeudi matin', '2026-03-05'],
    ['après-demain', '2026-03-04'],
    ['le 10 mars', '2026-03-10'],
  ])('%s', (words, expected) => {
    expect(day(words)).toBe(expected);
  });

  test.each([
    ['no day', 'Yes, that is fine.'],
    ['today or in a week', 'On Monday'],
    ['two days', 'Tuesday or Wednesday'],
    ['a changed mind', 'Tuesday, no wait, Wednesday'],
    ['a refused day', 'I cannot come on Tuesday.'],
    ['a refused day', "Tuesday doesn't work for me."],
    ['a limit', 'before Friday'],
    ['a limit', 'until next Friday'],
    ['a doubt', 'maybe Tuesday'],
    ['a condition', 'Tuesday if my wife has the car'],
    ['every week', 'every Tuesday'],
    ['every week', 'I work Tuesdays'],
    ['a span', 'next week'],
    ['a span beside a day', 'Tuesday, or next week'],
    ['the past', 'last Tuesday'],
    ['a day of the month that may be this or the next', 'the 2nd'],
    ['a day that does not exist', 'February 30'],
    ['weekday and date that disagree', 'Wednesday, March 10'],
    ['which comes first is not told', '3/4/2026'],
    ['a date that has just passed', 'February 20'],
    ['the second Tuesday', 'the second Tuesday of March'],
    ['a holiday', 'on Good Friday'],
    ['a floor', 'on the 5th floor'],
    ['the morning', 'Guten Morgen'],
    ['the morning', 'por la mañana'],
    ['both readings of another language', 'nächsten Donnerstag'],
  ])('null for %s: %s', (_, words) => {
    expect(day(words)).toBeNull();
  });

  test('where both readings agree, "next" of another language is no doubt', () => {
    const friday = Date.parse('2026-03-06T15:00:00Z');
    expect(day('nächsten Donnerstag', friday)).toBe('2026-03-12');
    expect(day('el próximo jueves', friday)).toBe('2026-03-12');
    expect(day('jeudi prochain', friday)).toBe('2026-03-12');
  });

  test('near midnight another zone has another day', () => {
    const late = Date.parse('2026-03-03T04:30:00Z');
    expect(day('tomorrow', late)).toBe('2026-03-03');
    expect(day('tomorrow', late, 'Europe/Berlin')).toBe('2026-03-04');
    // In New York it is still Monday, in Berlin it is Tuesday, so there the word may mean today.
    expect(day('Tuesday', late)).toBe('2026-03-03');
    expect(day('Tuesday', late, 'Europe/Berlin')).toBeNull();
    const sunday = Date.parse('2026-03-09T03:30:00Z');
    expect(day('next Tuesday', sunday)).toBe('2026-03-10');
    expect(day('next Tuesday', sunday, 'Europe/Berlin')).toBe('2026-03-17');
  });

  test('about right is enough where that is asked for', () => {
    const about = (words: string) => resolveDay(words, monday, newYork, { approximate: true });
    expect(about('maybe Tuesday')).toBe('2026-03-03');
    expect(about('before Friday')).toBe('2026-03-06');
    expect(about('Tuesday or Wednesday')).toBeNull();
    expect(about('not Tuesday')).toBeNull();
  });
});

describe('OC7: a time of day', () => {
  test.each([
    ['at ten', '10:00'],
    ['Ten.', '10:00'],
    ['Ten thirty, please.', '10:30'],
    ['at two', '14:00'],
    ['2 pm', '14:00'],
    ['2 p.m.', '14:00'],
    ["seven o'clock in the morning", '07:00'],
    ['at eight in the evening', '20:00'],
    ['tomorrow evening at seven', '19:00'],
    ['half past two', '14:30'],
    ['a quarter to three', '14:45'],
    ['ten past nine', '09:10'],
    ['14:30', '14:30'],
    ['at 9:15', '09:15'],
    ['08:30', '08:30'],
    ['9:15 pm', '21:15'],
    ['at noon', '12:00'],
    ['midnight', '00:00'],
    ['12 am', '00:00'],
    ['Not at ten, at eleven.', '11:00'],
    ['Thursday at ten would be better', '10:00'],
    ['um halb drei', '14:30'],
    ['um 15 Uhr', '15:00'],
    ['um zehn Uhr 15', '10:15'],
    ['viertel nach neun', '09:15'],
    ['a las tres y media', '15:30'],
    ['a las ocho de la mañana', '08:00'],
    ['à quinze heures', null],
    ['à 15 h 30', '15:30'],
    ['dix heures et demie', '10:30'],
  ])('%s', (words, expected) => {
    expect(resolveTime(words)).toBe(expected);
  });

  test.each([
    ['morning or evening', 'at seven'],
    ['morning or evening', "eight o'clock"],
    ['a span', 'between two and four'],
    ['a span', 'at ten or eleven'],
    ['a span', 'from nine to five'],
    ['a limit', 'after five'],
    ['about', 'around two'],
    ['a part of the day', 'in the morning'],
    ['no time', 'at ten Maple Street'],
    ['people', 'a table at ten people'],
    ['an amount', 'it costs 3.50 dollars'],
    ['two times', 'at ten, at eleven'],
    ['a refused time', 'ten is too early, at ten I cannot'],
    ['a number', 'There are two of us.'],
    ['once', 'at once'],
  ])('null for %s: %s', (_, words) => {
    expect(resolveTime(words)).toBeNull();
  });

  test('about right is enough where that is asked for', () => {
    expect(resolveTime('after five', { approximate: true })).toBe('17:00');
    expect(resolveTime('around two', { approximate: true })).toBe('14:00');
  });
});

test.each([
  ['Yes, that works.', false],
  ['Yes, on Wednesday.', true],
  ['Yes, at eleven.', true],
  ['Sometime next week', true],
])('whether a text speaks of a time: %s', (words, expected) => {
  expect(speaksOfTime(words)).toBe(expected);
});
