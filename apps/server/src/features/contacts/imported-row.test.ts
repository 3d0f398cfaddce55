import { columnNames, type ImportColumns, limits, parseCsv } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { isHeading, type RowRules, readContactRow } from './imported-row.ts';

const columns = Object.fromEntries(columnNames.map((name, at) => [name, at])) as ImportColumns;
const rules: RowRules = {
  columns,
  country: 'DE',
  width: columnNames.length,
  today: '2026-11-16',
  ownNumbers: new Set(['+493099999999']),
  isAllowed: (number) => !number.startsWith('+49900'),
};

/** A row with these cells and nothing else wrong. */
function read(cells: Partial<Record<(typeof columnNames)[number], string>>, more: readonly string[] = []) {
  const given = { number: '+4930123456', name: 'Ada', ...cells };
  const row = {
    row: 7,
    cells: [...columnNames.map((name) => given[name as 'name'] ?? ''), ...more],
    problem: null,
  };
  return readContactRow(row, rules);
}

describe('CT4: a row that is taken', () => {
  test('with everything', () => {
    const consent = 'reminder: yes (written, 2026-01-31); sales: no';
    expect(
      read({
        ...{ number: ' +49 (0)30 123456 ', name: ' Ada ', lastName: 'Weber', language: 'de_DE' },
        ...{ timeZone: 'Europe/Berlin', consent, notes: "'=VIP", agentNotes: 'Speak slowly.' },
      }),
    ).toEqual({
      kind: 'contact',
      contact: {
        ...{ row: 7, number: '+4930123456', name: 'Ada Weber', nameKey: 'ada weber', language: 'de-DE' },
        ...{ timeZone: 'Europe/Berlin', notes: '=VIP', agentNotes: 'Speak slowly.' },
        words: expect.arrayContaining(['ada', 'weber', '4930123456', '30123456']),
        consent: [
          { purpose: 'reminder', given: true, source: 'written', at: '2026-01-31' },
          { purpose: 'sales', given: false, source: 'import', at: '2026-11-16' },
        ],
      },
    });
  });

  test.each([
    ['0049 30 123456', '+4930123456'],
    ['030/123456', '+4930123456'],
    ["'+4930123456", '+4930123456'],
    ['(030) 12-34-56', '+4930123456'],
    ['٠٣٠١٢٣٤٥٦', '+4930123456'],
    ['＋４９３０１２３４５６', '+4930123456'],
    ['+1 500 555 0123', '+15005550123'],
  ])('number %s', (number, stored) => {
    expect(read({ number })).toMatchObject({ kind: 'contact', contact: { number: stored } });
  });

  test.each([
    ...['José Núñez', 'Иван Петров', 'Γιώργος Παπαδόπουλος', 'محمد أحمد', 'דוד כהן', '王芳', 'やまだ たろう'],
    ...['김민수', 'प्रिया शर्मा', 'สมชัย ใจดี', 'Ada 🦷', "O'Brien; Pat"],
  ])('name %s', (name) => {
    expect(read({ name })).toMatchObject({ kind: 'contact', contact: { name } });
  });
});

describe('CT4: a row that is refused says why, with what stands in the cell', () => {
  const long = (length: number) => 'x'.repeat(length);
  test.each([
    ['no_number', { number: '  ' }, ''],
    ['not_a_number', { number: 'ask Ben' }, 'ask Ben'],
    ['not_a_number', { number: '+49' }, '+49'],
    ['not_a_number', { number: '030 123456 or 030 654321' }, '030 123456 or 030 654321'],
    ['not_a_number', { number: '123' }, '123'],
    ['number_not_allowed', { number: '+49900123456' }, '+49900123456'],
    ['own_number', { number: '030 99999999' }, '030 99999999'],
    ['no_name', { name: ' ' }, ''],
    ['no_name', { name: '\u200F' }, '\u200F'],
    ['name_too_long', { name: long(limits.contactNameMax + 1) }, long(limits.contactNameMax + 1)],
    ['notes_too_long', { notes: long(limits.contactNotesMax + 1) }, long(200)],
    ['notes_too_long', { agentNotes: long(limits.contactAgentNotesMax + 1) }, long(200)],
    ['unknown_language', { language: 'German, I think' }, 'German, I think'],
    ['unknown_zone', { timeZone: 'Berlin' }, 'Berlin'],
    ['bad_consent', { consent: 'maybe' }, 'maybe'],
    ['not_text', { name: 'A\u0001da\uFFFD' }, 'A da '],
  ] as const)('%s: %j', (code, cells, value) => {
    expect(read(cells)).toEqual({ kind: 'refused', refused: { row: 7, code, value } });
  });

  test('no_country where none was chosen', () => {
    const row = { row: 2, cells: ['030 123456', 'Ada'], problem: null };
    const without = readContactRow(row, { ...rules, country: null });
    expect(without).toMatchObject({ refused: { code: 'no_country', value: '030 123456' } });
  });

  test('too_many_columns: a comma that moved the cells; empty ones at the end do no harm', () => {
    expect(read({}, ['', ' '])).toMatchObject({ kind: 'contact' });
    expect(read({}, ['', 'Weber'])).toMatchObject({ refused: { code: 'too_many_columns', value: ' Weber' } });
  });

  test('unclosed_quote, too_many_columns and not_text of the file', () => {
    const [row] = parseCsv('"Ada,+49', ',');
    expect(row && readContactRow(row, rules)).toEqual({
      kind: 'refused',
      refused: { row: 1, code: 'unclosed_quote', value: '"Ada,+49' },
    });
  });
});

test.each([
  [['Phone', 'Name'], true],
  [['+4930123456', 'Ada'], false],
  [['030 123456', 'Ada'], false],
  [['', 'Ada'], true],
  [['Phone 2', 'Name'], true],
])('a first row of %j is a heading: %s', (cells, heading) => {
  expect(isHeading({ row: 1, cells, problem: null }, { ...columns, number: 0 })).toBe(heading);
});
