import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, unguardCell } from '../csv-line.ts';
import {
  type CsvRow,
  csvBeginning,
  csvLimits,
  csvParts,
  detectDelimiter,
  isSeparatorLine,
  parseCsv,
  readCsv,
} from './csv.ts';

const cellsOf = (text: string, delimiter = ',') => parseCsv(text, delimiter).map(({ cells }) => cells);

/** Reads parts one after the other, as an import does: what has no end yet is put before the next part. */
function readInParts(parts: readonly string[], delimiter: string, rowsMax?: number): CsvRow[] {
  const rows: CsvRow[] = [];
  let rest = '';
  let row = 1;
  let isBeginning = true;
  parts.forEach((part, at) => {
    rest += part;
    const last = at === parts.length - 1;
    for (;;) {
      const place = { start: 0, row: isBeginning ? 1 : row };
      const options = { delimiter, last, ...(rowsMax !== undefined && { rowsMax }) };
      const reading = readCsv(rest, place, options);
      rows.push(...reading.rows);
      if (reading.next === 0) break;
      isBeginning = false;
      rest = rest.slice(reading.next);
      row = reading.nextRow;
    }
  });
  return rows;
}

describe('reading rows', () => {
  test.each([
    [
      'plain cells',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['line breaks of three kinds', 'a\r\nb\rc\n', [['a'], ['b'], ['c']]],
    ['a byte order mark', '\uFEFFName,Phone\n', [['Name', 'Phone']]],
    [
      'quoted cells with delimiters, line breaks and quotation marks',
      '"a,b","c\r\nd","e""f"\n',
      [['a,b', 'c\r\nd', 'e"f']],
    ],
    ['an empty quoted cell', '"",x\n', [['', 'x']]],
    ['words behind a closing quotation mark', '"Ada" Weber,x\n', [['Ada Weber', 'x']]],
    ['a quotation mark inside of a word', 'Ada "A" Weber,5" nail\n', [['Ada "A" Weber', '5" nail']]],
    ['empty rows left out', 'a\n\n  \n,,\nb\n', [['a'], ['b']]],
    ['empty cells at both ends', ',a,\n', [['', 'a', '']]],
    ['nothing', '', []],
    ['a byte order mark alone', '\uFEFF', []],
  ])('%s', (_what, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test('rows have the numbers that a spreadsheet shows, empty ones counted', () => {
    expect(parseCsv('a\n\nb\n"c\nd"\ne', ',').map(({ row }) => row)).toEqual([1, 3, 4, 5]);
  });

  test('a quotation mark that is never closed costs its own line, and the rows behind it are read', () => {
    const rows = parseCsv('Name,Phone\n"Ada,+4930\nBen,+4931\n', ',');
    expect(rows.map(({ cells, problem }) => [cells[0], problem])).toEqual([
      ['Name', null],
      ['"Ada,+4930', 'unclosed_quote'],
      ['Ben', null],
    ]);
  });

  test('a quotation that is longer than a row may be costs its own line too', () => {
    const text = `"Ada,1\n${'Ben,2\n'.repeat(csvLimits.rowCharactersMax / 6)}"Cleo",3\n`;
    const rows = parseCsv(text, ',');
    expect(rows[0]?.problem).toBe('unclosed_quote');
    expect(rows.at(-1)?.cells).toEqual(['Cleo', '3']);
    expect(rows.filter(({ problem }) => problem !== null)).toHaveLength(1);
  });

  test('a row of too many cells says so and is cut', () => {
    const [row] = parseCsv(`${'x,'.repeat(csvLimits.columnsMax)}y\n`, ',');
    expect(row).toMatchObject({ problem: 'too_many_columns' });
    expect(row?.cells).toHaveLength(csvLimits.columnsMax);
  });

  test('a file without line breaks is given up piece by piece, never as one row', () => {
    const rows = parseCsv('x'.repeat(csvLimits.rowCharactersMax * 2 + 10), ',');
    expect(rows.map(({ problem }) => problem)).toEqual(['not_text', 'not_text', null]);
    expect(rows[0]?.cells[0]?.length).toBeLessThanOrEqual(200);
  });

  test('empty rows count where the number of rows is bounded', () => {
    const text = `${'\n'.repeat(10)}a\n`;
    const first = readCsv(text, csvBeginning, { delimiter: ',', last: true, rowsMax: 10 });
    expect(first).toEqual({ rows: [], next: 10, nextRow: 11 });
  });

  test('reading stops after the number of rows it was asked for and goes on from there', () => {
    const text = 'a\nb\nc\n';
    const first = readCsv(text, csvBeginning, { delimiter: ',', last: true, rowsMax: 2 });
    expect(first).toMatchObject({ next: 4, nextRow: 3 });
    const second = readCsv(text, { start: first.next, row: first.nextRow }, { delimiter: ',', last: true });
    expect(second.rows).toEqual([{ row: 3, cells: ['c'], problem: null }]);
  });
});

/** Files as people and programs write them: what decides stands close together. */
const file = fc
  .array(
    fc.oneof(
      fc.constantFrom(',', ',', '"', '""', '\n', '\r\n', '\r', 'Ada', ' ', '+4930', '\uFEFF', '山田', '🦷'),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc
        .constantFrom(csvLimits.rowCharactersMax - 2, csvLimits.rowCharactersMax + 1)
        .map((n) => 'y'.repeat(n)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

describe('CT4: a file cut anywhere', () => {
  test('gives the same rows as the whole', () => {
    fc.assert(
      fc.property(file, fc.array(fc.nat(), { maxLength: 6 }), fc.nat(3), (text, cuts, rows) => {
        const places = [...new Set(cuts.map((at) => (text.length === 0 ? 0 : at % text.length)))].sort(
          (a, b) => a - b,
        );
        const parts = [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length));
        expect(readInParts(parts, ',', rows + 1)).toEqual(parseCsv(text, ','));
      }),
      { numRuns: 300 },
    );
  });

  test('is whole again when its parts are put together, and no character is cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, size) => {
        const parts = csvParts(text, size);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(size);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('CT6: what is written is read again', () => {
  test('every cell comes back as it was', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '=1+1',
        "'=1",
        '-x',
        '@a',
        '\tb',
        '\rc',
        '+49301234567',
        "'+4930",
        ' a ',
        'a\r\nb',
        '"',
      ),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        fc.pre(cells.some((text) => text.trim() !== ''));
        const [row] = parseCsv(csvLine(cells), ',');
        expect(row?.cells.map(unguardCell)).toEqual(cells);
      }),
    );
  });

  test.each([
    ['=cmd()', "'=cmd()"],
    ['+1+1', "'+1+1"],
    ['-2', "'-2"],
    ['@SUM(1)', "'@SUM(1)"],
    ['+49301234567', '+49301234567'],
    ['Ada', 'Ada'],
  ])('%s is written so that no spreadsheet calculates it', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });
});

describe('which delimiter a file has', () => {
  test.each([
    ['commas', 'Name,Phone\nAda,1\n', ','],
    ['semicolons, with commas in names', 'Name;Phone\n"Weber, Ada";1\nBraun, Ben;2\n', ';'],
    ['tabs', 'Name\tPhone\nAda\t1\n', '\t'],
    ['bars', 'Name|Phone\nAda|1\n', '|'],
    ['one that its first line names', 'sep=;\r\nName;a,b,c\r\n', ';'],
    ['a single column', 'Phone\n1\n', ','],
    ['nothing', '', ','],
  ])('%s', (_what, text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  test('the line that names it is no header', () => {
    const rows = parseCsv('sep=;\r\nName;Phone\r\n', ';');
    expect(rows.map(isSeparatorLine)).toEqual([true, false]);
  });
});
