import { detectDelimiter, guessColumns, isSeparatorLine, limits, parseCsv } from '@parley/contract';
import { decodeFile } from './decode-file.ts';

/** A file of numbers. Many of them have one column and no heading. */
export interface NumbersFile {
  fileName: string;
  /** As many as the widest of the first rows has. */
  columns: readonly string[];
  /** The one that seems to hold the numbers. */
  column: number;
  rows: readonly { row: number; cells: readonly string[] }[];
}

export type ChosenNumbers = { file: NumbersFile } | { error: string };

const looksLikeNumber = (cell: string | undefined) => ((cell ?? '').match(/\d/g) ?? []).length >= 5;

/** `most`: how many rows it may have. */
export function numbersFile(
  fileName: string,
  bytes: Uint8Array,
  most: number = limits.importRowsMax,
): ChosenNumbers {
  const { text } = decodeFile(bytes);
  if (text.includes('\0')) return { error: 'This is not a text file. Save the table as CSV first.' };
  const all = parseCsv(text, detectDelimiter(text.slice(0, 20_000))).filter((row) => !isSeparatorLine(row));
  const [first] = all;
  if (first === undefined) return { error: 'This file is empty.' };
  const width = Math.max(...all.slice(0, 20).map(({ cells }) => cells.length));
  const hasHeading = !first.cells.some(looksLikeNumber);
  const rows = hasHeading ? all.slice(1) : all;
  if (rows.length === 0) return { error: 'This file has a heading and no rows.' };
  if (rows.length > most) {
    const [allowed, has] = [most, rows.length].map((n) => n.toLocaleString('en-US'));
    return { error: `A file may have at most ${allowed} rows. This one has ${has}.` };
  }
  const columns = Array.from({ length: width }, (_, index) => {
    const title = hasHeading ? (first.cells[index] ?? '').trim() : '';
    return title === '' ? `Column ${index + 1}` : title;
  });
  const guessed = hasHeading ? guessColumns(first.cells).number : null;
  const column =
    guessed ??
    Math.max(
      0,
      columns.findIndex((_, index) => looksLikeNumber(rows[0]?.cells[index])),
    );
  return { file: { fileName, columns, column, rows } };
}
