import { describe, expect, test } from 'vitest';
import { csvLine, unguardCell } from '../csv-line.ts';
import { columnNames, columnTitles, guessColumns } from './columns.ts';
import { consentCell, readConsent } from './consent-cell.ts';
import { parseCsv } from './csv.ts';

const none = Object.fromEntries(columnNames.map((column) => [column, null]));

describe('CT4: which column holds what', () => {
  test.each([
    ['English', ['Name', 'Phone'], { name: 0, number: 1 }],
    ['capitals, spaces and signs', [' PHONE-NUMBER ', 'Full_Name'], { number: 0, name: 1 }],
    ['first and last name', ['First Name', 'Surname', 'Mobile'], { name: 0, lastName: 1, number: 2 }],
    [
      'German',
      ['Vorname', 'Nachname', 'Rufnummer', 'Sprache', 'Notizen'],
      { name: 0, lastName: 1, number: 2, language: 3, notes: 4 },
    ],
    ['Spanish', ['Nombre', 'Apellidos', 'Teléfono'], { name: 0, lastName: 1, number: 2 }],
    [
      'accents in pieces',
      ['Prénom', 'Téléphone'].map((title) => title.normalize('NFD')),
      { name: 0, number: 1 },
    ],
    ['nothing known', ['a', 'b'], {}],
    ['nothing', [], {}],
  ])('%s', (_what, header, columns) => {
    expect(guessColumns(header)).toEqual({ ...none, ...columns });
  });

  test('CT6: every column of an exported file is found again', () => {
    const [header] = parseCsv(csvLine(columnNames.map((column) => columnTitles[column])), ',');
    const found = guessColumns((header?.cells ?? []).map(unguardCell));
    expect(columnNames.map((column) => found[column])).toEqual(columnNames.map((_, at) => at));
  });
});

describe('consent in a cell', () => {
  const today = '2026-11-16';

  test('is read as it was written', () => {
    const consent = [
      { purpose: 'reminder', given: true, source: 'written', at: '2026-01-31' },
      { purpose: 'sales', given: false, source: 'web', at: '2026-02-01' },
    ] as const;
    expect(readConsent(consentCell(consent), today)).toEqual(consent);
  });

  test.each([
    ['', []],
    [' ; ', []],
    ['Reminder', [{ purpose: 'reminder', given: true, source: 'import', at: today }]],
    ['sales: NO (web)', [{ purpose: 'sales', given: false, source: 'web', at: today }]],
    ['yes', null],
    ['reminder: maybe', null],
    ['party: yes', null],
    ['reminder: yes (written, 2026-02-30)', null],
    ['reminder: yes (31.01.2026)', null],
    ['sales: yes; sales: no', null],
  ])('%j', (cell, consent) => {
    expect(readConsent(cell, today)).toEqual(consent);
  });
});
