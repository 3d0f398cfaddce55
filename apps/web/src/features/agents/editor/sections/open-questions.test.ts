import { expect, test } from 'vitest';
import { openQuestions } from './open-questions.ts';

const parking = {
  id: '1',
  question: 'Do you have parking?',
  calls: 2,
  lastAskedAt: '2026-10-13T10:00:00.000Z',
  lastCallId: 'call',
};
const [open] = openQuestions([parking], { entries: [], published: null });
const entry = { id: open?.entryId ?? '', title: 'Parking', text: 'Behind the house.' };
const versionOf = (publishedAt: string) => ({ publishedAt, config: { knowledge: { entries: [entry] } } });

test('a question is open until there is an entry for it, and again when the entry is removed', () => {
  expect(open).toMatchObject({ question: 'Do you have parking?', isAskedAgain: false });
  expect(openQuestions([parking], { entries: [entry], published: null })).toEqual([]);
  expect(openQuestions([parking], { entries: [], published: null })).toHaveLength(1);
});

test('the entry of a question is the same however often it is asked in these words', () => {
  const later = { ...parking, id: '2', question: 'DO YOU HAVE PARKING?', calls: 3 };
  expect(openQuestions([later], { entries: [entry], published: null })).toEqual([]);
  const other = { ...parking, question: 'Do you have a lift?' };
  expect(openQuestions([other], { entries: [entry], published: null })).toHaveLength(1);
});

test('a question that is asked again although calls know its entry is open again', () => {
  const published = versionOf('2026-10-13T09:00:00.000Z');
  expect(openQuestions([parking], { entries: [entry], published })).toMatchObject([
    { entryId: entry.id, isAskedAgain: true },
  ]);
  expect(
    openQuestions([parking], { entries: [entry], published: versionOf('2026-10-13T11:00:00.000Z') }),
  ).toEqual([]);
});
