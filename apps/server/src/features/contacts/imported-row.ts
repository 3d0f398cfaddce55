import {
  type CsvRow,
  characterCount,
  type ImportColumns,
  type ImportErrorCode,
  isLanguageTag,
  isTimeZoneName,
  limits,
  nameKey,
  readConsent,
  unguardCell,
} from '@parley/contract';
import { contactWords } from '../../lib/contact-words.ts';
import { readNumber } from '../../lib/read-number.ts';
import { tidyName } from '../../lib/tidy-name.ts';
import type { ImportedContact, RefusedRow } from '../../ports/contact-imports.ts';

/** What the rows of an import are read by. */
export interface RowRules {
  readonly columns: ImportColumns;
  /** Of numbers without a country; null: they are refused. */
  readonly country: string | null;
  /** How many columns the first row has. */
  readonly width: number;
  /** For consent without a date, as 2026-01-31. */
  readonly today: string;
  readonly ownNumbers: ReadonlySet<string>;
  /** Emergency and premium-rate numbers. */
  readonly isAllowed: (number: string) => boolean;
}

export type ReadRow =
  | { readonly kind: 'contact'; readonly contact: ImportedContact }
  | { readonly kind: 'refused'; readonly refused: RefusedRow };

/** What is wrong with a cell, and what stands in it. */
class Wrong {
  readonly code: ImportErrorCode;
  readonly cell: string;

  constructor(code: ImportErrorCode, cell: string) {
    this.code = code;
    this.cell = cell;
  }
}

const shownOfCell = 200;
/** Control characters, and what a decoder writes in the place of bytes that it cannot read. */
const notText = /[^\P{Cc}\t\n\r]|\uFFFD/u;

/** A row as a contact, or the first thing that is wrong with it. */
export function readContactRow(row: CsvRow, rules: RowRules): ReadRow {
  const contact = row.problem === null ? contactIn(row, rules) : new Wrong(row.problem, row.cells[0] ?? '');
  if (!(contact instanceof Wrong)) return { kind: 'contact', contact: { row: row.row, ...contact } };
  const value = [...contact.cell]
    .slice(0, shownOfCell)
    .join('')
    .replaceAll(new RegExp(notText, 'gu'), ' ')
    .toWellFormed();
  return { kind: 'refused', refused: { row: row.row, code: contact.code, value } };
}

/** Whether the first row of a file is its heading: nobody's number is in it. */
export function isHeading({ cells }: CsvRow, { number }: ImportColumns): boolean {
  return ((cells[number ?? 0] ?? '').match(/\p{Nd}/gu) ?? []).length < 5;
}

function contactIn({ cells }: CsvRow, rules: RowRules): Omit<ImportedContact, 'row'> | Wrong {
  const { columns, width } = rules;
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return new Wrong('too_many_columns', cells.slice(width).join(' '));
  const cellOf = (column: keyof ImportColumns) => {
    const index = columns[column];
    return index === null ? '' : unguardCell(cells[index] ?? '').trim();
  };
  const bad = (Object.keys(columns) as (keyof ImportColumns)[]).find((column) =>
    notText.test(cellOf(column)),
  );
  if (bad) return new Wrong('not_text', cellOf(bad));

  const number = numberIn(cellOf('number'), rules);
  if (number instanceof Wrong) return number;
  const typed = [cellOf('name'), cellOf('lastName')].filter(Boolean).join(' ');
  const name = tidyName(typed);
  const key = nameKey(name);
  if (key === '') return new Wrong('no_name', typed);
  if (characterCount(name) > limits.contactNameMax) return new Wrong('name_too_long', name);
  const language = cellOf('language').replace('_', '-');
  if (language !== '' && !isLanguageTag(language)) return new Wrong('unknown_language', language);
  const timeZone = cellOf('timeZone');
  if (timeZone !== '' && (timeZone.length > 64 || !isTimeZoneName(timeZone)))
    return new Wrong('unknown_zone', timeZone);
  const consent = readConsent(cellOf('consent'), rules.today);
  if (consent === null) return new Wrong('bad_consent', cellOf('consent'));
  const notes = cellOf('notes');
  const agentNotes = cellOf('agentNotes');
  if (characterCount(notes) > limits.contactNotesMax) return new Wrong('notes_too_long', notes);
  if (characterCount(agentNotes) > limits.contactAgentNotesMax)
    return new Wrong('notes_too_long', agentNotes);
  return {
    ...{ number, name, nameKey: key, words: contactWords(name, number), consent, notes, agentNotes },
    language: language === '' ? null : language,
    timeZone: timeZone === '' ? null : timeZone,
  };
}

function numberIn(cell: string, rules: RowRules): string | Wrong {
  if (cell === '') return new Wrong('no_number', cell);
  const number = readNumber(cell, rules.country);
  if (number === 'no country') return new Wrong('no_country', cell);
  if (number === null) return new Wrong('not_a_number', cell);
  if (rules.ownNumbers.has(number)) return new Wrong('own_number', cell);
  return rules.isAllowed(number) ? number : new Wrong('number_not_allowed', cell);
}
