import type { OutcomeField } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import {
  type Claim,
  choices,
  fieldOf,
  late,
  paidQ,
  said,
  timeZone,
  verify,
} from '../../../testing/outcomes/said.ts';
import type { SaidEntry } from './verify-value.ts';
import { verifyValues } from './verify-values.ts';

describe('kept: the other party said it', () => {
  test.each<[string, OutcomeField, SaidEntry[], Claim]>([
    [
      'a yes with its question',
      fieldOf('yes_no'),
      said(paidQ, 'Yes.'),
      { value: true, quote: 'Yes', question: paidQ },
    ],
    [
      'a no with its question',
      fieldOf('yes_no'),
      said(paidQ, 'No, sorry.'),
      { value: false, quote: 'No, sorry.', question: paidQ },
    ],
    [
      'a statement of their own',
      fieldOf('yes_no'),
      said('Hello.', 'I have already paid the invoice.'),
      { value: true, quote: 'I have already paid' },
    ],
    [
      'a denial of their own',
      fieldOf('yes_no'),
      said('Hello.', "I haven't paid it yet."),
      { value: false, quote: "I haven't paid it" },
    ],
    [
      'curly quotation marks',
      fieldOf('yes_no'),
      said('Hello.', 'I haven’t paid it yet.'),
      { value: false, quote: "I haven't paid it" },
    ],
    [
      'a yes in German',
      fieldOf('yes_no'),
      said('Haben Sie die Rechnung bezahlt?', 'Ja, genau.'),
      { value: true, quote: 'Ja, genau.', question: 'Haben Sie die Rechnung bezahlt?' },
    ],
    [
      'a choice',
      fieldOf('choice', { choices }),
      said('When?', 'In the late afternoon, please.'),
      { value: 'Late afternoon', quote: 'late afternoon' },
    ],
    [
      'a choice of the question',
      fieldOf('choice', { choices }),
      said('Would the morning suit you?', 'Yes.'),
      { value: 'Morning', quote: 'Yes.', question: 'Would the morning suit you?' },
    ],
    [
      'a number in words',
      fieldOf('number'),
      said('How many?', 'Two hundred and fifty.'),
      { value: 250, quote: 'Two hundred and fifty' },
    ],
    [
      'a number on a scale',
      fieldOf('number'),
      said('How was it?', 'Eight out of ten.'),
      { value: '8', quote: 'Eight out of ten' },
    ],
    [
      'a key',
      fieldOf('number'),
      said('Press a key.', 'note The other party pressed 4.'),
      { value: 4, entry: 1, quote: '4' },
    ],
    [
      'a day',
      fieldOf('date'),
      said('When?', 'Next Tuesday would be good.'),
      { value: '2026-03-10', quote: 'Next Tuesday' },
    ],
    [
      'a day in the words that were said',
      fieldOf('date'),
      said('When?', 'Next Tuesday would be good.'),
      { value: 'Next Tuesday', quote: 'Next Tuesday' },
    ],
    [
      'a wish',
      fieldOf('date'),
      said('When?', 'Could we do Friday?'),
      { value: '2026-03-06', quote: 'Friday' },
    ],
    [
      'a day that was offered',
      fieldOf('date'),
      said('Would Thursday suit you?', 'Yes, that is fine.'),
      { value: '2026-03-05', quote: 'Yes, that is fine.', question: 'Would Thursday suit you?' },
    ],
    [
      'a day that was read back',
      fieldOf('date'),
      said('So that is Thursday at ten. Is that right?', 'Yes.'),
      { value: '2026-03-05', quote: 'Yes.', question: 'So that is Thursday at ten.' },
    ],
    ['a time', fieldOf('time'), said('When?', 'Half past two.'), { value: '14:30', quote: 'Half past two' }],
    [
      'a text',
      fieldOf('text'),
      said('What is it about?', 'My front door does not close.'),
      { value: 'front door does not close', quote: 'My front door does not close.' },
    ],
    [
      'a text that somebody dictates',
      fieldOf('text'),
      said('What is the message?', 'Write down that I called.'),
      { value: 'I called', quote: 'Write down that I called' },
    ],
  ])('%s', (_, field, transcript, claim) => {
    expect(verify(field, transcript, claim)).toMatchObject({
      kind: 'kept',
      proof: { quote: expect.any(String) },
    });
  });
});

test('OC7: the words are resolved on the day on which they were said, also after midnight', () => {
  const [asked, answered] = said('When?', 'Tomorrow.');
  const next = { ...answered, spokenAt: new Date(late + 3_600_000) } as SaidEntry;
  const transcript = [asked as SaidEntry, next];
  expect(verify(fieldOf('date'), transcript, { value: '2026-03-04', quote: 'Tomorrow' }).kind).toBe('kept');
});

test('OC7: "next Tuesday" is that of the zone of the organization, and one of another zone is dropped', () => {
  // Sunday, half past eleven in the evening in New York. In London it is Monday: next Tuesday is that of the week after.
  const spokenAt = new Date('2026-03-02T04:30:00Z');
  const transcript = said('When?', 'Next Tuesday.').map((entry) => ({ ...entry, spokenAt }));
  const next = (value: string) => verify(fieldOf('date'), transcript, { value, quote: 'Next Tuesday' }).kind;
  expect([next('2026-03-03'), next('2026-03-10')]).toEqual(['kept', 'dropped']);
});

describe('OC4: of the values of a call', () => {
  const transcript = said(paidQ, 'Yes.', 'How many?', 'Four.');
  const proof = (entry: number, quote: string, question: string | null) => ({
    kind: 'entry' as const,
    ...{ entry, quote },
    question: question === null ? null : { entry: entry - 1, quote: question },
  });
  const fields = [fieldOf('number', { id: 'many' }), fieldOf('yes_no', { id: 'paid' })];

  test('those that are proved are kept, in the order of the fields; a field that nobody asked for is not', () => {
    const claimed = [
      { field: 'paid', value: true, proof: proof(1, 'Yes.', paidQ) },
      { field: 'many', value: 4, proof: proof(3, 'Four.', null) },
      { field: 'other', value: 4, proof: proof(3, 'Four.', null) },
    ];
    const { kept, dropped } = verifyValues(fields, claimed, { transcript, timeZone });
    expect(kept.map(({ field }) => field)).toEqual(['many', 'paid']);
    expect(dropped).toEqual([{ field: 'other', why: 'unknown_field' }]);
  });

  test('two values of one field are none', () => {
    const both = said('How many?', 'Four.', 'And today?', 'Five.');
    const claimed = [
      { field: 'many', value: 4, proof: proof(1, 'Four.', null) },
      { field: 'many', value: 5, proof: proof(3, 'Five.', null) },
    ];
    const { kept, dropped } = verifyValues(fields, claimed, { transcript: both, timeZone });
    expect(kept).toEqual([]);
    expect(dropped).toEqual([{ field: 'many', why: 'contradicted' }]);
  });
});
