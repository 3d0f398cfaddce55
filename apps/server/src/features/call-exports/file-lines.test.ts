import { describe, expect, test } from 'vitest';
import type { ExportedCall } from '../../ports/call-exports.ts';
import { fileLines } from './file-lines.ts';

const call: ExportedCall = {
  columns: {
    id: '019a8b5e-6c00-7000-8000-000000000001',
    from: '+15005550006',
    created: '2026-10-25T00:30:00.000Z',
    ended: '2026-10-25T01:30:00.000Z',
    createdUtc: '2026-10-25T00:30:00.000Z',
    answered: null,
    duration: 42,
    sandbox: false,
    transcript: [
      ['agent', 'Hello, "Ada".', '2026-10-25T00:30:01.5+00:00'],
      ['user', '=1+1', '2026-10-25T00:30:03+00:00'],
    ],
  },
  fields: { ok: true, date: null, note: '=cmd()' },
};
const known = [
  { id: 'ok', label: 'Confirmed' },
  { id: 'note', label: 'Summary' },
];
const wanted = { format: 'csv', columns: [], fields: [], bom: false } as const;

describe('EX3: CSV', () => {
  test('times are those of clocks in the zone of the organization, through a change of clocks', () => {
    const { line } = fileLines(
      { ...wanted, columns: ['created', 'ended', 'createdUtc'] },
      [],
      'Europe/Berlin',
    );
    expect(line(call)).toBe('2026-10-25 02:30:00,2026-10-25 02:30:00,2026-10-25T00:30:00.000Z\r\n');
  });

  test('what is not known is an empty cell, a yes is a word, and a number stays one', () => {
    const { line } = fileLines(
      { ...wanted, columns: ['from', 'answered', 'duration', 'sandbox'] },
      [],
      'UTC',
    );
    expect(line(call)).toBe('+15005550006,,42,no\r\n');
  });

  test('a transcript is one cell with a line for each entry', () => {
    const { line } = fileLines({ ...wanted, columns: ['transcript'] }, [], 'UTC');
    expect(line(call)).toBe('"Agent: Hello, ""Ada"".\nCaller: =1+1"\r\n');
  });

  test('outcome fields are columns under their names; a name that is taken has its id beside it', () => {
    const { heading, line } = fileLines(
      { ...wanted, columns: ['id'], fields: ['ok', 'date', 'note'], bom: true },
      known,
      'UTC',
    );
    expect(heading).toBe('\uFEFFCall ID,Confirmed,date,Summary (note)\r\n');
    expect(line(call)).toBe("019a8b5e-6c00-7000-8000-000000000001,yes,,'=cmd()\r\n");
  });
});

test('EX4: a line of JSON has values as they are, and no mark before the first', () => {
  const { heading, line } = fileLines(
    {
      ...{ format: 'jsonl', bom: true, fields: ['ok', 'date', 'note'] },
      columns: ['id', 'created', 'answered', 'duration', 'sandbox', 'transcript'],
    },
    known,
    'Europe/Berlin',
  );
  expect(heading).toBe('');
  const text = line(call);
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    id: '019a8b5e-6c00-7000-8000-000000000001',
    created: '2026-10-25 02:30:00',
    answered: null,
    duration: 42,
    sandbox: false,
    transcript: [
      { speaker: 'agent', message: 'Hello, "Ada".', at: '2026-10-25T00:30:01.500Z' },
      { speaker: 'user', message: '=1+1', at: '2026-10-25T00:30:03.000Z' },
    ],
    outcome: { ok: true, date: null, note: '=cmd()' },
  });
});
