import { describe, expect, test } from 'vitest';
import { type PeopleFile, peopleInBytes, peopleInText } from './people-file.ts';

const placeholders = ['Patient Name', 'Day'];

function fileOf(text: string): PeopleFile {
  const chosen = peopleInText('recall.csv', text, placeholders);
  if ('error' in chosen) throw new Error(chosen.error);
  return chosen.file;
}

describe('a file with people', () => {
  test('P324: columns are found by their headings, placeholders by their names', () => {
    const {
      header,
      rows,
      columns,
      placeholders: found,
    } = fileOf('Name;Telefon;Time Zone;Einwilligung;Patient ID;day\nAda;+12025550123;;;7;Monday\n');
    expect(header).toEqual(['Name', 'Telefon', 'Time Zone', 'Einwilligung', 'Patient ID', 'day']);
    expect(columns).toEqual({
      ...{ name: 0, number: 1, timeZone: 2, consent: 3, externalId: 4, lastName: null, notes: null },
      ...{ consentSource: null, consentDate: null },
    });
    expect(found).toEqual({ 'Patient Name': 0, Day: 5 });
    expect(rows).toEqual([{ row: 2, cells: ['Ada', '+12025550123', '', '', '7', 'Monday'], problem: null }]);
  });

  test('P324: consent is found in columns of its own', () => {
    const { columns } = fileOf(
      'Name,Phone,Consent kind,Consent source,Consent date\nAda,+12025550123,sales,written,2026-10-13\n',
    );
    expect(columns).toMatchObject({ consent: 2, consentSource: 3, consentDate: 4 });
  });

  test('P324: a column of numbers is found without a heading that says so', () => {
    const { columns } = fileOf('Who,Where to,Day\nAda,(202) 555-0123,Monday\nBen,+12025550124,Friday\n');
    expect(columns.number).toBe(1);
  });

  test('P324: rows that are pasted without a heading are all people', () => {
    const { withoutHeading, header, rows, columns } = fileOf('Ada\t+1 202 555 0123\nBen\t+1 202 555 0124\n');
    expect([withoutHeading, header, rows.length, columns.number]).toEqual([
      ...[true, ['Column 1', 'Column 2'], 2, 1],
    ]);
    expect(rows[0]?.row).toBe(1);
  });

  test('P324: what is no table is refused in words', () => {
    const errorIn = (text: string) => peopleInText('x.csv', text, []);
    expect(errorIn('')).toEqual({ error: 'There are no rows in it.' });
    expect(errorIn('Name,Phone\n')).toEqual({ error: 'There is a heading and no rows below it.' });
    expect(errorIn('a\0b')).toEqual({ error: 'This is not a text file. Save the table as CSV first.' });
    const many = `Phone\n${'+12025550123\n'.repeat(50_001)}`;
    expect(errorIn(many)).toEqual({ error: expect.stringContaining('at most 50,000 rows') });
  });

  test('P324: a file of an older program is read, and said to be guessed', () => {
    const bytes = Uint8Array.from([
      ...Buffer.from('Name,Phone\nJos'),
      0xe9,
      ...Buffer.from(',+12025550123\n'),
    ]);
    const chosen = peopleInBytes('old.csv', bytes, []);
    expect(chosen).toMatchObject({ file: { guessed: true, rows: [{ cells: ['José', '+12025550123'] }] } });
  });

  test('P324: a file that is partly in UTF-8 and partly not is told, with the first row that is wrong', () => {
    const mixed = Uint8Array.from([
      ...Buffer.from('Name,Phone\nAda,+12025550121\nJos'),
      0xe9,
      ...Buffer.from(',+12025550123\nZoë,+12025550124\n'),
    ]);
    const chosen = peopleInBytes('mixed.csv', mixed, []);
    if ('error' in chosen) throw new Error(chosen.error);
    expect(chosen.file).toMatchObject({ guessed: true, mixedRow: 4 });
    expect(chosen.file.rows.map(({ cells }) => cells[0])).toEqual(['Ada', 'José', 'ZoÃ«']);
    // Names that are right in one encoding are no sign of another.
    const right = Uint8Array.from(Buffer.from('Name,Phone\nÂngela Müller-Ågren,+12025550123\n', 'latin1'));
    expect(peopleInBytes('old.csv', right, [])).toMatchObject({ file: { guessed: true, mixedRow: null } });
    expect(fileOf('Name,Phone\nZoë,+12025550123\n').mixedRow).toBeNull();
  });

  test('P324: formulas, long cells and 200 columns are kept as they are', () => {
    const wide = Array.from({ length: 200 }, (_, n) => `c${n}`).join(',');
    const { header, rows } = fileOf(`${wide}\n=1+1,"${'x'.repeat(20_000)}"\n`);
    expect(header).toHaveLength(200);
    expect([rows[0]?.cells[0], rows[0]?.cells[1]?.length]).toEqual(['=1+1', 20_000]);
  });

  test.each([
    [
      '201 columns',
      `${Array.from({ length: 201 }, (_, n) => `C${n}`).join(',')}\n1,2\n`,
      /at most 200 columns/,
    ],
    ['an open quotation mark', '"Name,Phone\nAda,+12025550123\n', /quotation mark in the first row/],
    ['a cell of 10 MB', `${'x'.repeat(10_000_000)},Phone\nAda,+12025550123\n`, /first row is too long/],
  ])('P324: a first row with %s is refused in words', (_, text, sentence) => {
    expect(peopleInText('recall.csv', text, placeholders)).toEqual({
      error: expect.stringMatching(sentence),
    });
  });

  test.each([
    ['without', 'x'.repeat(10_000_000)],
    ['in', `"${'x'.repeat(10_000_000)}"`],
  ])('P324: a cell of 10 MB %s quotation marks is one reason, not a row to fix for each piece', (_, cell) => {
    const text = `Name,Phone\nAda,+12025550123\n${cell},+12025550124\nEve,+12025550125\n`;
    expect(peopleInText('recall.csv', text, placeholders)).toEqual({
      error: 'Row 3 has more than 32,000 characters. Shorten it, or take it out, and choose the file again.',
    });
  });
});
