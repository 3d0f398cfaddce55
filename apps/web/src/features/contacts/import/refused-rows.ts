import { csvLine, importErrors } from '@parley/contract';
import type { ImportRowError } from '../../../lib/parsing/contacts.ts';
import { wordOf } from '../../../lib/word-of.ts';

/** The refused rows as a file, to be corrected and imported again. */
export function refusedRowsCsv(errors: readonly ImportRowError[]): string {
  const lines = errors.map(({ row, code, value }) =>
    csvLine([String(row), wordOf(importErrors, code), value]),
  );
  // Programs for tables recognise UTF-8 by the mark.
  return `\uFEFF${csvLine(['Row', 'Problem', 'Value'])}${lines.join('')}`;
}
