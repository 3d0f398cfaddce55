import { limits } from '../limits.ts';

/** What separates the cells of a row, in the files that people have. */
export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export const csvLimits = {
  /** No row with a purpose is longer. A quotation mark that is never closed costs one line, not the rest of the file. */
  rowCharactersMax: limits.importRowCharactersMax,
  columnsMax: limits.importColumnsMax,
} as const;

export interface CsvRow {
  /** As a spreadsheet counts: the first row of the file is 1, empty ones count. */
  readonly row: number;
  readonly cells: readonly string[];
  /** `not_text`: so long that it is no row of a table. */
  readonly problem: 'unclosed_quote' | 'too_many_columns' | 'not_text' | null;
}

export interface CsvReading {
  readonly rows: readonly CsvRow[];
  /** Where the first row begins that was not read. */
  readonly next: number;
  readonly nextRow: number;
}

export interface CsvPlace {
  /** Index in the text. */
  readonly start: number;
  readonly row: number;
}

export interface CsvOptions {
  readonly delimiter: string;
  /** False: more text follows, so a row without its end is left for the next reading. */
  readonly last: boolean;
  /** Empty rows count, so that reading never takes long. */
  readonly rowsMax?: number;
}

export const csvBeginning: CsvPlace = { start: 0, row: 1 };

/** Reads whole rows from a place on. Rows that are empty are counted and left out. */
export function readCsv(text: string, place: CsvPlace, options: CsvOptions): CsvReading {
  const { rowsMax = Number.POSITIVE_INFINITY } = options;
  const rows: CsvRow[] = [];
  let { start, row } = place;
  if (row === 1 && start === 0 && text.startsWith(byteOrderMark)) start = 1;
  while (start < text.length && row - place.row < rowsMax) {
    const read = readRow(text, start, options);
    if (read === null) break;
    if (read.problem !== null || read.cells.some((cell) => cell.trim() !== ''))
      rows.push({ row, cells: read.cells, problem: read.problem });
    start = read.end;
    row += 1;
  }
  // A byte order mark is passed over together with the first row: nothing else says that the file has begun.
  const moved = row > place.row || (options.last && start >= text.length);
  return { rows, next: moved ? start : place.start, nextRow: row };
}

/** All rows of a text. */
export function parseCsv(text: string, delimiter: string): readonly CsvRow[] {
  return readCsv(text, csvBeginning, { delimiter, last: true }).rows;
}

const byteOrderMark = '\uFEFF';

interface ReadRow extends Pick<CsvRow, 'cells' | 'problem'> {
  /** Behind the line break. */
  readonly end: number;
}

/** Null: the row has no end in this text, and more of it follows. */
function readRow(text: string, start: number, { delimiter, last }: CsvOptions): ReadRow | null {
  const cells: string[] = [];
  let problem: CsvRow['problem'] = null;
  const add = (cell: string) => {
    if (cells.length < csvLimits.columnsMax) cells.push(cell);
    else problem = 'too_many_columns';
  };
  const limit = start + csvLimits.rowCharactersMax;
  let at = start;
  for (;;) {
    const quoted = at < limit && text[at] === '"' ? readQuoted(text, at, limit) : null;
    if (quoted === 'open') return !last && text.length < limit ? null : unclosed(text, start, limit, last);
    const plainFrom = quoted?.end ?? at;
    const plainTo = endOfPlain(text, plainFrom, delimiter, limit);
    if (plainTo === limit) return { cells: [beginningOf(text, start)], problem: 'not_text', end: limit };
    // Words after a closing quotation mark belong to the cell.
    const cell = (quoted?.content ?? '') + text.slice(plainFrom, plainTo);
    if (plainTo >= text.length) {
      if (!last) return null;
      add(cell);
      return { cells, problem, end: text.length };
    }
    add(cell);
    if (text[plainTo] === delimiter) {
      at = plainTo + 1;
      continue;
    }
    const end = afterLineBreak(text, plainTo, last);
    return end === null ? null : { cells, problem, end };
  }
}

function readQuoted(text: string, at: number, limit: number): { content: string; end: number } | 'open' {
  let content = '';
  let from = at + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close === -1 || close + 1 >= limit) return 'open';
    content += text.slice(from, close);
    // At the very end of the text a second one may follow in the next part: the row is read again then.
    if (text[close + 1] !== '"') return { content, end: close + 1 };
    content += '"';
    from = close + 2;
  }
}

/** The first line alone is given up: reading goes on behind it. */
function unclosed(text: string, start: number, limit: number, last: boolean): ReadRow | null {
  const row = { cells: [beginningOf(text, start)], problem: 'unclosed_quote' } as const;
  const lineEnd = endOfPlain(text, start, null, limit);
  if (lineEnd === limit || lineEnd >= text.length) return { ...row, end: lineEnd };
  const end = afterLineBreak(text, lineEnd, last);
  return end === null ? null : { ...row, end };
}

/** What is shown of a row that cannot be read. */
function beginningOf(text: string, start: number): string {
  return (
    text
      .slice(start, start + 200)
      .split(/[\r\n]/, 1)[0]
      ?.toWellFormed() ?? ''
  );
}

function endOfPlain(text: string, from: number, delimiter: string | null, limit: number): number {
  const end = Math.min(text.length, limit);
  for (let at = from; at < end; at += 1) {
    const character = text[at];
    if (character === delimiter || character === '\n' || character === '\r') return at;
  }
  return Math.max(from, end);
}

/** Null: a carriage return is the last character, and what follows may be its line feed. */
function afterLineBreak(text: string, at: number, last: boolean): number | null {
  if (text[at] === '\n') return at + 1;
  if (text[at + 1] === '\n') return at + 2;
  return at + 1 >= text.length && !last ? null : at + 1;
}

/** A text in parts that may be sent one by one; no character is cut in two. */
export function csvParts(text: string, charactersMax: number = limits.importPartMax): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + charactersMax);
    const code = text.charCodeAt(end - 1);
    if (end < text.length && end - start > 1 && code >= 0xd800 && code <= 0xdbff) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** The first line of files that some spreadsheets write: sep=; */
export function isSeparatorLine({ row, cells }: CsvRow): boolean {
  return row === 1 && /^sep=.?$/i.test(cells.join('').trim());
}

/** The delimiter by which the first rows have the same number of cells, and the most of them. */
export function detectDelimiter(beginning: string): CsvDelimiter {
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(beginning)?.[1];
  const named = csvDelimiters.find((delimiter) => delimiter === said);
  if (named) return named;
  const scores = csvDelimiters.map((delimiter) => ({ delimiter, score: scoreOf(beginning, delimiter) }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function scoreOf(beginning: string, delimiter: string): number {
  const { rows } = readCsv(beginning, csvBeginning, { delimiter, last: true, rowsMax: 11 });
  // The last one may be cut.
  const whole = rows.length > 1 ? rows.slice(0, -1) : rows;
  const width = whole[0]?.cells.length ?? 1;
  if (width === 1) return 0;
  const same = whole.filter(({ cells }) => cells.length === width).length;
  return same / whole.length + width / 1_000;
}
