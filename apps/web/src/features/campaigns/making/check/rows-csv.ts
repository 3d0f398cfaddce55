import { type Campaign, csvLine, type Recipient, rowReasons } from '@parley/contract';

/** Rows as a file: their columns as they were, then what is wrong. */
export function rowsCsv({ file }: Pick<Campaign, 'file'>, rows: readonly Recipient[]): string {
  const header = file?.header ?? [];
  const lines = rows.map(({ row, cells, reason, detail }) => {
    const own = header.map((_, index) => cells[index] ?? '');
    return csvLine([...own, String(row), reason === null ? '' : rowReasons[reason], detail]);
  });
  // Programs for tables recognise UTF-8 by the mark.
  return `\uFEFF${csvLine([...header, 'Row', 'Problem', 'Value'])}${lines.join('')}`;
}
