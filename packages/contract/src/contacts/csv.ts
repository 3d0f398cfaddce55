/** Reading and writing of CSV, the same at both ends. */

export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** A quoted cell that is still open after so many characters was never meant to be one. */
const quotedCellMax = 20_000;

export interface CsvRow {
  readonly cells: readonly string[];
  /** Where the next row begins in the text. */
  readonly end: number;
  /** A quotation mark was opened and not closed: the row is the rest of its line. */
  readonly unclosedQuote: boolean;
}

export interface CsvOptions {
  readonly delimiter: CsvDelimiter;
  /** Where to begin; 0. */
  readonly start?: number;
  /** False: more text follows, so a row that has not ended is left for the next time. */
  readonly final?: boolean;
}

/**
 * The rows of a text, one at a time. A line may end with CR, LF or both, and a quoted cell may hold line breaks. A file can
 * be read in parts: keep the text from the last `end` and put the next part behind it.
 */
export function* parseCsv(
  text: string,
  { delimiter, start = 0, final = true }: CsvOptions,
): Generator<CsvRow, void, undefined> {
  let at = start === 0 && text.startsWith('\uFEFF') ? 1 : start;
  while (at < text.length) {
    const row = readRow(text, at, delimiter, final);
    if (row === null) return;
    yield row;
    at = row.end;
  }
}

function readRow(text: string, start: number, delimiter: string, final: boolean): CsvRow | null {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell: string;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === null) {
        if (!final && text.length - at <= quotedCellMax) return null;
        return unquotedRow(text, start, delimiter, final);
      }
      // Words behind a closing quotation mark belong to the cell: `"a"b` is `ab`.
      const behind = endOfCell(text, quoted.end, delimiter);
      cell = quoted.cell + text.slice(quoted.end, behind);
      at = behind;
    } else {
      const end = endOfCell(text, at, delimiter);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (at >= text.length) return final ? { cells, end: at, unclosedQuote: false } : null;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    const end = behindLineBreak(text, at, final);
    return end === null ? null : { cells, end, unclosedQuote: false };
  }
}

/** Null: it is not closed within the text, or not soon enough. */
function readQuoted(text: string, start: number): { cell: string; end: number } | null {
  let from = start + 1;
  for (;;) {
    const mark = text.indexOf('"', from);
    if (mark < 0 || mark - start > quotedCellMax) return null;
    if (text[mark + 1] !== '"') {
      return { cell: text.slice(start + 1, mark).replaceAll('""', '"'), end: mark + 1 };
    }
    from = mark + 2;
  }
}

/** A line whose quotation marks mean nothing. */
function unquotedRow(text: string, start: number, delimiter: string, final: boolean): CsvRow | null {
  const lineEnd = endOfLine(text, start);
  if (lineEnd >= text.length && !final) return null;
  const end = lineEnd >= text.length ? lineEnd : behindLineBreak(text, lineEnd, final);
  if (end === null) return null;
  return { cells: text.slice(start, lineEnd).split(delimiter), end, unclosedQuote: true };
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** Null: a CR is the last character so far, and an LF may follow. */
function behindLineBreak(text: string, at: number, final: boolean): number | null {
  if (text[at] !== '\r') return at + 1;
  if (at + 1 >= text.length && !final) return null;
  return text[at + 1] === '\n' ? at + 2 : at + 1;
}

export function isBlankRow({ cells }: Pick<CsvRow, 'cells'>): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** The delimiter that the first rows agree on; a comma where none does. */
export function detectDelimiter(text: string): CsvDelimiter {
  const beginning = text.slice(0, 10_000);
  const whole = beginning.length === text.length;
  let best: { delimiter: CsvDelimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of csvDelimiters) {
    const widths: number[] = [];
    for (const row of parseCsv(beginning, { delimiter, final: whole })) {
      if (!isBlankRow(row)) widths.push(row.cells.length);
      if (widths.length === 10) break;
    }
    const first = widths[0] ?? 1;
    const agreeing = widths.filter((width) => width === first).length / Math.max(widths.length, 1);
    const score = first > 1 ? agreeing * 100 + Math.min(first, 20) : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** A program for tables would take such a cell for a formula. */
const looksLikeFormula = /^'*[=+\-@\t\r]/;
const phoneNumber = /^\+[0-9]{7,15}$/;

function guardCell(cell: string): string {
  return looksLikeFormula.test(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell;
}

/** Takes off the apostrophe that `csvLine` has put before what looks like a formula. */
export function unguardCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** A line with its line break. */
export function csvLine(cells: readonly string[], delimiter: CsvDelimiter = ','): string {
  const written = cells.map((cell) => {
    const guarded = guardCell(cell);
    const plain = !guarded.includes(delimiter) && !/["\r\n]|^\s|\s$|^\uFEFF/.test(guarded);
    return plain ? guarded : `"${guarded.replaceAll('"', '""')}"`;
  });
  return `${written.join(delimiter)}\r\n`;
}
