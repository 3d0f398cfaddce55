import type { OutcomeField } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { choices, fieldOf, late, said, timeZone } from '../../../testing/outcomes/said.ts';
import { verifyToolValue } from './verify-tool-value.ts';
import type { ProvingToolCall } from './verify-value.ts';
import { verifyValues } from './verify-values.ts';

const booked =
  '{"appointment": {"id": "A-17", "start": "2026-10-20T10:00", "confirmed": true, "price": 42.5, "where": "Room 3",\n "slot": "Late afternoon"}}';

const toolCall = (change: Partial<ProvingToolCall> = {}): ProvingToolCall => ({
  ...{ id: 'call00001', name: 'book', ordinal: 0.5, state: 'done', sample: false, changes: true },
  ...{ toolId: '019a8b5e-6c00-7000-8000-000000000040', mcpServerId: null, answer: booked },
  startedAt: new Date(late),
  ...change,
});

function verdictOf(
  field: OutcomeField,
  value: string | number | boolean,
  quote: string,
  toolCalls: readonly ProvingToolCall[] = [toolCall()],
  transcript = said('Shall I book ten?', 'Yes, please.'),
) {
  const verdict = verifyToolValue(
    field,
    { value, toolCall: 'call00001', quote },
    { transcript, timeZone, toolCalls },
  );
  return verdict.kind === 'kept' ? verdict.value : verdict.why;
}

const date = fieldOf('date', { label: 'Appointment' });
const time = fieldOf('time', { label: 'Appointment' });
const confirmed = fieldOf('yes_no', { label: 'Confirmed' });

describe('OC13: kept, because the answer of a tool has it', () => {
  test.each<[string, OutcomeField, string | number | boolean, string]>([
    ['a day', date, '2026-10-20', '"start": "2026-10-20T10:00"'],
    ['a time', time, '10:00', '"start": "2026-10-20T10:00"'],
    ['a yes', confirmed, true, '"confirmed": true'],
    ['a number', fieldOf('number'), 42.5, '"price": 42.5'],
    ['a text', fieldOf('text'), 'Room 3', '"where": "Room 3"'],
    ['a choice', fieldOf('choice', { choices }), 'Late afternoon', '"slot": "Late afternoon"'],
  ])('%s', (_, field, value, quote) => {
    expect(verdictOf(field, value, quote)).toBe(value);
  });

  test('with the quotation as it stands in the answer', () => {
    const proof = { kind: 'tool', toolCall: 'call00001', quote: '"start": "2026-10-20T10:00"' } as const;
    const { kept, dropped } = verifyValues([date], [{ field: 'f', value: '2026-10-20', proof }], {
      ...{ transcript: [], timeZone, toolCalls: [toolCall()] },
    });
    expect(dropped).toEqual([]);
    expect(kept).toEqual([
      { field: 'f', value: '2026-10-20', proof: { ...proof, quote: 'start": "2026-10-20T10:00' } },
    ]);
  });

  test('a time with an offset is that of the organization', () => {
    const answer = '{"start": "2026-10-21T01:30:00Z"}';
    const calls = [toolCall({ answer })];
    expect(verdictOf(date, '2026-10-20', answer, calls)).toBe('2026-10-20');
    expect(verdictOf(time, '21:30', answer, calls)).toBe('21:30');
    expect(verdictOf(time, '01:30', answer, calls)).toBe('not_proved');
  });
});

describe('OC13: dropped', () => {
  test.each<[string, Partial<ProvingToolCall>, string]>([
    ['a sample', { sample: true }, 'not_carried_out'],
    ['a tool that is still running', { state: 'running', answer: null }, 'not_carried_out'],
    ['a tool that failed', { state: 'failed' }, 'not_carried_out'],
    ['a tool of which nobody knows', { state: 'unknown' }, 'not_carried_out'],
    ['a tool that was refused', { state: 'refused' }, 'not_carried_out'],
    ['another tool call', { id: 'call00002' }, 'no_entry'],
    ['another answer', { answer: '{"start": "2026-10-21T10:00"}' }, 'not_said'],
  ])('%s', (_, change, why) => {
    expect(verdictOf(date, '2026-10-20', '"start": "2026-10-20T10:00"', [toolCall(change)])).toBe(why);
  });

  test.each<[string, OutcomeField, string | number | boolean, string]>([
    ['another day', date, '2026-10-21', '"start": "2026-10-20T10:00"'],
    ['another time', time, '10:30', '"start": "2026-10-20T10:00"'],
    ['the digits of a day', fieldOf('number'), 20, '"start": "2026-10-20T10:00"'],
    ['the digits of an id', fieldOf('number'), 17, '"id": "A-17"'],
    ['a yes where it says no', confirmed, false, '"confirmed": true'],
    ['a yes about another matter', fieldOf('yes_no'), true, '"confirmed": true'],
    ['a choice that it does not name', fieldOf('choice', { choices }), 'Afternoon', '"Late afternoon"'],
    ['a text that is not in the quotation', fieldOf('text'), 'Room 4', '"where": "Room 3"'],
  ])('%s', (_, field, value, quote) => {
    expect(verdictOf(field, value, quote)).toBe('not_proved');
  });

  test('one of two days', () => {
    const answer = '{"slots": ["2026-10-20T10:00", "2026-10-21T10:00"]}';
    expect(verdictOf(date, '2026-10-20', answer, [toolCall({ answer })])).toBe('not_proved');
  });

  test('half a word', () => {
    expect(verdictOf(date, '2026-10-20', '2026-10-20')).toBe('not_said');
  });

  test('what was changed afterwards, by this tool or another one', () => {
    const quote = '"start": "2026-10-20T10:00"';
    const later = (change: Partial<ProvingToolCall>) => [
      toolCall(),
      toolCall({ id: 'call00002', ordinal: 2.5, answer: '{"start": "2026-10-22T09:00"}', ...change }),
    ];
    expect(verdictOf(date, '2026-10-20', quote, later({}))).toBe('taken_back');
    expect(verdictOf(date, '2026-10-20', quote, later({ name: 'move' }))).toBe('taken_back');
    // What another tool has looked up, what is built in and what was not done replace nothing.
    expect(verdictOf(date, '2026-10-20', quote, later({ name: 'find', changes: false }))).toBe('2026-10-20');
    expect(verdictOf(date, '2026-10-20', quote, later({ name: 'send_text', toolId: null }))).toBe(
      '2026-10-20',
    );
    expect(verdictOf(date, '2026-10-20', quote, later({ name: 'move', state: 'failed' }))).toBe('2026-10-20');
  });

  test('what the other party takes back afterwards', () => {
    const answer = '{"start": "2026-03-20T10:00"}';
    const talk = said(
      'Shall I book it?',
      'Yes.',
      'It is booked.',
      'Actually, make it the twenty-first of March.',
    );
    const calls = [toolCall({ ordinal: 1.5, answer })];
    expect(verdictOf(date, '2026-03-20', answer, calls, talk)).toBe('taken_back');
    expect(verdictOf(date, '2026-03-20', answer, calls, talk.slice(0, 3))).toBe('2026-03-20');
  });
});
