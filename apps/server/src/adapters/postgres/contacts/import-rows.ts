import type { ContactImport, ImportColumns } from '@parley/contract';
import type { ImportPosition, RunningImport } from '../../../ports/contact-imports.ts';
import { instantOf } from './columns.ts';

interface ImportRow {
  readonly id: string;
  readonly state: ContactImport['state'];
  readonly file_name: string;
  readonly parts: number;
  readonly columns: { readonly version: 1; readonly columns: ImportColumns } | null;
  readonly delimiter: string | null;
  readonly country: string | null;
  readonly rows_expected: number | null;
  readonly rows_read: number;
  readonly added: number;
  readonly present: number;
  readonly refused: number;
  readonly error_counts: ContactImport['errorCounts'];
  readonly position: Partial<ImportPosition> & { readonly erased?: readonly string[] };
  readonly started_by: string | null;
  readonly started_by_name: string | null;
  readonly created_at: Date | string;
  readonly finished_at: Date | string | null;
}

export function presentImport(given: unknown): ContactImport {
  const row = given as ImportRow;
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    parts: row.parts,
    rows: row.rows_expected,
    rowsRead: row.rows_read,
    added: row.added,
    present: row.present,
    refused: row.refused,
    errorCounts: row.error_counts,
    startedBy: row.started_by_name === null ? null : { displayName: row.started_by_name },
    createdAt: instantOf(row.created_at),
    finishedAt: row.finished_at === null ? null : instantOf(row.finished_at),
  };
}

/** Null where it does not run. */
export function runningImport(given: unknown): RunningImport | null {
  const row = given as ImportRow | undefined;
  if (row?.state !== 'running' || row.columns === null) return null;
  return {
    position: positionIn(row.position),
    erased: row.position.erased ?? [],
    parts: row.parts,
    columns: row.columns.columns,
    delimiter: row.delimiter ?? ',',
    country: row.country,
    rowsRead: row.rows_read,
    startedBy: { id: row.started_by, name: row.started_by_name },
  };
}

/** Before the first row was read, the column holds what the table starts with. */
function positionIn({
  part = 0,
  offset = 0,
  row = 0,
  width = null,
}: Partial<ImportPosition>): ImportPosition {
  return { part, offset, row: Math.max(1, row), width };
}

export function storedColumns(columns: ImportColumns): string {
  return JSON.stringify({ version: 1, columns });
}
