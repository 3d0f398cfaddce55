import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { countryCodes } from '../organization/regions.ts';
import { columnNames } from './columns.ts';

const count = (amount: number) => amount.toLocaleString('en-US');

/** What is wrong with a row, as screens say it. Such a row is refused; the others are taken. */
export const importErrors = {
  no_number: 'There is no phone number.',
  not_a_number: 'This is not a phone number.',
  no_country: 'The number has no country. Write it with + and the country, or choose a country.',
  number_not_allowed: 'This number cannot be a contact: it is an emergency or a premium number.',
  own_number: 'This is a number of the organization itself.',
  no_name: 'There is no name.',
  name_too_long: `A name may have at most ${limits.contactNameMax} characters.`,
  notes_too_long: `Notes may have at most ${count(limits.contactNotesMax)} characters, those for the agent ${count(limits.contactAgentNotesMax)}.`,
  unknown_language: 'This is not a language such as en-US.',
  unknown_zone: 'This is not a time zone such as Europe/Berlin.',
  bad_consent: 'This is not a consent such as "reminder: yes".',
  unclosed_quote: 'A quotation mark is opened and never closed.',
  too_many_columns: 'The row has more columns than the first row.',
  repeated_row: 'This number with this name is in the file before.',
  too_many_people: `A number may have at most ${limits.contactsPerNumberMax} contacts.`,
  too_many_contacts: `An organization may have at most ${count(limits.contactsMax)} contacts.`,
  too_many_rows: `A file may have at most ${count(limits.importRowsMax)} rows. This row and those behind it were not read.`,
  not_text: 'The row holds characters that are not text.',
} as const;
export type ImportErrorCode = keyof typeof importErrors;

export const importErrorCodes = Object.keys(importErrors) as [ImportErrorCode, ...ImportErrorCode[]];
export const importErrorCode = z.enum(importErrorCodes);

/** The number of the column of the file, from 0; null: the file has none. */
const columnIndex = z.nullable(z.int().check(z.minimum(0), z.maximum(limits.importColumnsMax - 1)));

export const importColumns = z.object(
  Object.fromEntries(columnNames.map((name) => [name, columnIndex])) as Record<
    (typeof columnNames)[number],
    typeof columnIndex
  >,
);
export type ImportColumns = z.infer<typeof importColumns>;

export const importState = z.enum(['uploading', 'running', 'done', 'failed', 'undone']);
export type ImportState = z.infer<typeof importState>;

export const contactImport = z.object({
  id: z.uuid(),
  state: importState,
  fileName: z.string(),
  parts: z.int(),
  /** How many rows the file has, as whoever sent it counted; null: not said. */
  rows: z.nullable(z.int()),
  rowsRead: z.int(),
  added: z.int(),
  /** Rows whose number and name were there already. */
  present: z.int(),
  refused: z.int(),
  errorCounts: z.partialRecord(importErrorCode, z.int()),
  startedBy: z.nullable(z.object({ displayName: z.string() })),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
});
export type ContactImport = z.infer<typeof contactImport>;

export const createImportBody = z.object({
  fileName: z.string().check(z.minLength(1, 'The file has no name.'), z.maxLength(200)),
  parts: z.int().check(z.minimum(1, 'The file is empty.')),
});
export type CreateImportBody = z.infer<typeof createImportBody>;

export const importPartBody = z.object({
  content: z
    .string()
    .check(
      z.maxLength(limits.importPartMax, `A part may have at most ${count(limits.importPartMax)} characters.`),
    ),
});

export const startImportBody = z.object({
  columns: importColumns,
  delimiter: z.enum([',', ';', '\t', '|']),
  /** Of numbers without a country; null: they are refused. */
  country: z.nullable(
    z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose a country of the list.')),
  ),
  rows: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10_000_000)))),
});
export type StartImportBody = z.infer<typeof startImportBody>;

export const importResponse = z.object({ import: contactImport });
export const importsResponse = z.object({ imports: z.array(contactImport) });

export const importRowError = z.object({ row: z.int(), code: importErrorCode, value: z.string() });
export type ImportRowError = z.infer<typeof importRowError>;

export const importWithErrorsResponse = z.object({
  import: contactImport,
  /** Of the first refused rows; a row is counted from 1, the heading included. */
  errors: z.array(importRowError),
  hasMoreErrors: z.boolean(),
});

export const undoImportResponse = z.object({
  import: contactImport,
  removed: z.int(),
  /** Changed since, so they stay. */
  kept: z.int(),
});
