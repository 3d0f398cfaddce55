import {
  type CsvDelimiter,
  type CsvRow,
  csvParts,
  detectDelimiter,
  guessColumns,
  type ImportColumns,
  isSeparatorLine,
  limits,
  parseCsv,
} from '@parley/contract';
import { decodeFile } from '../../../lib/decode-file.ts';
import { numberText } from '../../../ui/number-text.ts';

/** How many rows are shown before an import begins. */
const previewRows = 5;

/** The beginning of a file is enough to see what separates its cells. */
const beginningMax = 20_000;

/** A file as it will be sent. */
export interface ChosenFile {
  fileName: string;
  text: string;
  parts: readonly string[];
  delimiter: CsvDelimiter;
  header: readonly string[];
  preview: readonly (readonly string[])[];
  /** Without the heading. */
  rows: number;
  columns: ImportColumns;
  /** The encoding was guessed. */
  guessed: boolean;
}

export type Chosen = { file: ChosenFile } | { error: string };

export function chosenFile(fileName: string, bytes: Uint8Array): Chosen {
  const { text, guessed } = decodeFile(bytes);
  if (text.includes('\0')) return { error: 'This is not a text file. Save the table as CSV first.' };
  const parts = csvParts(text);
  if (parts.length > limits.importPartsMax) return { error: 'This file is too large. Split it in two.' };
  const delimiter = detectDelimiter(text.slice(0, beginningMax));
  const [header, ...rows] = parseCsv(text, delimiter).filter((row) => !isSeparatorLine(row));
  if (header === undefined) return { error: 'This file is empty.' };
  if (rows.length === 0) return { error: 'This file has a heading and no rows.' };
  if (rows.length > limits.importRowsMax)
    return {
      error: `A file may have at most ${numberText(limits.importRowsMax)} rows. This one has ${numberText(rows.length)}.`,
    };
  return {
    file: {
      fileName: fileName.slice(0, 200),
      text,
      parts,
      delimiter,
      header: header.cells,
      preview: rows.slice(0, previewRows).map(({ cells }: CsvRow) => cells),
      rows: rows.length,
      columns: guessColumns(header.cells),
      guessed,
    },
  };
}
