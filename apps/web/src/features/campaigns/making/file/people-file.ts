import {
  type CsvRow,
  detectDelimiter,
  isSeparatorLine,
  limits,
  parseCsv,
  type RecipientFileColumns,
} from '@parley/contract';
import { decodeFile } from '../../../../lib/decode-file.ts';
import { numberText } from '../../../../ui/number-text.ts';
import { guessPeopleColumns, guessPlaceholders } from './guess-columns.ts';

/** A file with people as it will be sent. */
export interface PeopleFile {
  fileName: string;
  /** By which the same file is noticed again. */
  text: string;
  header: readonly string[];
  rows: readonly CsvRow[];
  columns: RecipientFileColumns;
  placeholders: Readonly<Record<string, number | null>>;
  /** The encoding was guessed. */
  guessed: boolean;
  /** A part of it is in another encoding than the rest: the first row in which a name may be wrong. */
  mixedRow: number | null;
  /** The first row was a person already, so columns have no names of their own. */
  withoutHeading: boolean;
}

export type ChosenPeople = { file: PeopleFile } | { error: string };

/** More than a heading is allowed to have is cut off: a spreadsheet shows no more of it either. */
const headingMax = 200;

export function peopleInBytes(
  fileName: string,
  bytes: Uint8Array,
  placeholders: readonly string[],
): ChosenPeople {
  const { text, guessed } = decodeFile(bytes);
  return peopleInText(fileName, text, placeholders, guessed);
}

export function peopleInText(
  fileName: string,
  text: string,
  placeholders: readonly string[],
  guessed = false,
): ChosenPeople {
  if (text.includes('\0')) return { error: 'This is not a text file. Save the table as CSV first.' };
  const all = parseCsv(text, detectDelimiter(text.slice(0, 20_000))).filter((row) => !isSeparatorLine(row));
  const [first] = all;
  if (first === undefined) return { error: 'There are no rows in it.' };
  if (first.problem !== null) return { error: firstRowProblems[first.problem] };
  const long = tooLongRow(all);
  if (long !== null)
    return {
      error: `Row ${numberText(long)} has more than ${numberText(limits.importRowCharactersMax)} characters. Shorten it, or take it out, and choose the file again.`,
    };
  const withoutHeading = first.cells.some(looksLikeNumber);
  const rows = withoutHeading ? all : all.slice(1);
  if (rows.length === 0) return { error: 'There is a heading and no rows below it.' };
  if (rows.length > limits.importRowsMax)
    return {
      error: `A campaign may have at most ${numberText(limits.importRowsMax)} rows. This file has ${numberText(rows.length)}: divide it.`,
    };
  const header = withoutHeading
    ? unnamed(rows)
    : first.cells.map((title) => title.trim().slice(0, headingMax));
  const columns = guessPeopleColumns(header, rows);
  return {
    file: {
      fileName: fileName.slice(0, 200),
      ...{ text, header, rows, columns, guessed, withoutHeading },
      mixedRow: guessed ? mixedRowOf(rows) : null,
      placeholders: guessPlaceholders(placeholders, header, columns),
    },
  };
}

/** Without its first row a table cannot be read. */
const firstRowProblems = {
  too_many_columns: `A file may have at most ${limits.importColumnsMax} columns.`,
  unclosed_quote: 'A quotation mark in the first row is opened and never closed.',
  not_text: 'The first row is too long. Save the table as CSV first.',
} as const;

/**
 * Where the first row stands that is longer than a row may be. It is read in pieces, each of which would be a row to fix; one
 * with a quotation mark begins with a piece in which that is not closed.
 */
function tooLongRow(rows: readonly CsvRow[]): number | null {
  const at = rows.findIndex(({ problem }) => problem === 'not_text');
  const [piece, before] = [rows[at], rows[at - 1]];
  if (piece === undefined) return null;
  return before?.problem === 'unclosed_quote' && before.row === piece.row - 1 ? before.row : piece.row;
}

/**
 * Two or three bytes of UTF-8 that were read as Windows-1252, such as Ã© for é: a part of the file is in UTF-8, and the rest is not,
 * or all of it would have been read as UTF-8.
 */
const utf8ReadAsWindows =
  /\u00C3[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2122]|[\u00C2\u00C4\u00C5][\u00A1-\u00BF\u0160\u0161\u0178\u017D\u017E]|\u00E2\u20AC/u;

const mixedRowOf = (rows: readonly CsvRow[]) =>
  rows.find(({ cells }) => cells.some((cell) => utf8ReadAsWindows.test(cell)))?.row ?? null;

const looksLikeNumber = (cell: string) => /^[+(]?[\d][\d ()./-]{5,}$/.test(cell.trim());

function unnamed(rows: readonly CsvRow[]): string[] {
  const width = Math.max(...rows.slice(0, 100).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
}
