import { csvLine, rowReasons } from '@parley/contract';
import type { Campaign, Recipient } from '../../../../lib/parsing/campaigns.ts';
import { wordOf } from '../../../../lib/word-of.ts';

/** Rows as a file: their columns as they were, then what is wrong. */
export function rowsCsv({ file }: Pick<Campaign, 'file'>, rows: readonly Recipient[]): string {
  const header = file?.header ?? [];
  const lines = rows.map(({ row, cells, reason, detail }) => {
    const own = header.map((_, index) => cells[index] ?? '');
    return csvLine([...own, String(row), reason === null ? '' : wordOf(rowReasons, reason), detail]);
  });
  // Programs for tables recognise UTF-8 by the mark.
  return `\uFEFF${csvLine([...header, 'Row', 'Problem', 'Value'])}${lines.join('')}`;
}
