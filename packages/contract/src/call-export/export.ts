import * as z from 'zod/mini';
import { callFilters } from '../call-search/filters.ts';
import { exportColumnNames, exportLimits } from './columns.ts';

export const exportFormat = z.enum(['csv', 'jsonl'], 'The format is csv or jsonl.');
export type ExportFormat = z.infer<typeof exportFormat>;

const fieldId = z.string('An outcome field is named by its id.').check(z.minLength(1), z.maxLength(200));

export const createExportBody = z
  .object({
    filters: callFilters,
    format: exportFormat,
    columns: z.array(z.enum(exportColumnNames, 'There is no such column.')),
    /** Ids of outcome fields, each a column of its own. */
    fields: z._default(
      z
        .array(fieldId)
        .check(
          z.maxLength(
            exportLimits.fieldsMax,
            `A file may have at most ${exportLimits.fieldsMax} outcome fields.`,
          ),
        ),
      [],
    ),
    /** Begins a CSV file with the mark by which some programs recognize UTF-8. */
    bom: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ columns, fields }) => columns.length + fields.length > 0, 'Choose at least one column.'),
    z.refine(
      ({ columns, fields }) =>
        new Set(columns).size === columns.length && new Set(fields).size === fields.length,
      'A column can be chosen only once.',
    ),
  );
export type CreateExportBody = z.infer<typeof createExportBody>;

/** `waiting`: nobody has fetched the file yet. */
export const exportState = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']);
export type ExportState = z.infer<typeof exportState>;

/** Why an export has failed, as screens say it. */
export const exportProblems = {
  not_fetched: 'The download did not begin in time.',
  disconnected: 'The connection to the browser was lost, or the browser stopped reading.',
  server_lost: 'The server stopped in the middle. The file is not complete.',
  access_ended: 'Your access ended or changed meanwhile.',
  too_long: 'The export took too long and was stopped. Choose fewer calls.',
  failed: 'The server could not go on. The file is not complete.',
} as const;
export type ExportProblem = keyof typeof exportProblems;
const problem = z.enum(Object.keys(exportProblems) as [ExportProblem, ...ExportProblem[]]);

export const callExport = z.object({
  id: z.uuid(),
  state: exportState,
  problem: z.nullable(problem),
  format: exportFormat,
  /** Calls in the file so far. */
  rows: z.int(),
  /** Calls that fitted when it was asked for; null where counting them took too long. */
  total: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
});
export type CallExport = z.infer<typeof callExport>;

export const callExportResponse = z.object({ export: callExport });

/** `link` is the address of the file on this server. It can be fetched once, and for a minute. */
export const createExportResponse = z.object({ export: callExport, link: z.string() });
export type CreateExportResponse = z.infer<typeof createExportResponse>;

export const exportField = z.object({ id: z.string(), label: z.string() });
export type ExportField = z.infer<typeof exportField>;

export const exportPreviewResponse = z.object({
  /** Null where counting them took too long. */
  calls: z.nullable(z.int()),
  /** The outcome fields that agents and templates of the organization have or had. */
  fields: z.array(exportField),
});
export type ExportPreview = z.infer<typeof exportPreviewResponse>;
