import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './contacts/csv.ts';
import { csvLine, unguardCell } from './csv-line.ts';

const sign = /^[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/;

/** What decides stands close together. */
const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '⁺', '−', "'", '"', ',', ';', '|'),
      fc.constantFrom(
        '\t',
        '\r',
        '\n',
        '\r\n',
        ' ',
        '\u00a0',
        '\uFEFF',
        '\u200B',
        '+49301234567',
        'cmd()',
        '1',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const isNumber = (text: string) => /^\+[0-9]{7,15}$/.test(text);

describe('EX1: no cell begins a formula', () => {
  test('in a program that takes the comma for the separator', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        for (const row of parseCsv(csvLine(cells), ',')) {
          for (const text of row.cells.filter((each) => !isNumber(each))) {
            expect(text.replace(/^[\s\uFEFF\u200B-\u200F\u2060\0"]+/, '')).not.toMatch(sign);
            expect(text).not.toMatch(/^[\t\r\n]/);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([';', '|', '\t'])(
    'in one that takes %j, and knows nothing of our quotation marks',
    (separator) => {
      fc.assert(
        fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
          fc.pre(!isNumber(cells[0] ?? ''));
          const pieces = csvLine(cells)
            .split(/\r\n|[\r\n]/)
            .flatMap((line) => line.split(separator));
          for (const piece of pieces) expect(piece.replace(/^"+/, '')).not.toMatch(sign);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  test.each([
    ['＝1+1', "'＝1+1"],
    [' =1+1', "' =1+1"],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['"=1"', `"'""=1"""`],
    ['\nx', `"'\nx"`],
    ['yes;=cmd()', `"yes;'=cmd()"`],
    ['one\n- two', `"one\n'- two"`],
    ['one; - two', '"one; - two"'],
    ['5-3', '5-3'],
    ['ada@example.com', 'ada@example.com'],
  ])('%j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });
});

test('CT6: what is written is read again as it was', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      fc.pre(cells.some((text) => text.trim() !== ''));
      const [row] = parseCsv(csvLine(cells), ',');
      expect(row?.cells.map(unguardCell)).toEqual(cells);
    }),
    { numRuns: 2_000 },
  );
});
