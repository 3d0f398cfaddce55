import type {
  CallExport,
  CallFilters,
  CreateExportBody,
  CreateExportResponse,
  ExportColumn,
  ExportField,
  ExportProblem,
  ResultsKind,
} from '@parley/contract';
import type { TokenAccess } from './access-changes.ts';
import type { Caller } from './caller.ts';

export interface ExportKey {
  readonly tenantId: string;
  readonly id: string;
}

/** The results of a campaign as a file (CP31). */
export interface ResultsOrder {
  readonly campaignId: string;
  readonly kind: ResultsKind;
  readonly format: 'csv';
}

/** A file that is written while it is read. */
export interface WrittenFile {
  readonly fileName: string;
  readonly type: string;
  /** What stands before the first row. */
  readonly heading: string;
  /** Lines, with how many rows they stand for. Aborting ends it. */
  read(signal: AbortSignal): AsyncGenerator<{ readonly text: string; readonly rows: number }>;
}

/** Null: what it is about is gone. */
export type OpenResultsFile = (tenantId: string, order: ResultsOrder) => Promise<WrittenFile | null>;

/** Stores what is wanted, and makes the link of its file. `total`: the rows that it will have, where that is known. */
export type OrderFile = (
  caller: Caller,
  order: CreateExportBody | ResultsOrder,
  total: number | null,
) => Promise<CreateExportResponse>;

/** What the link of a file stands for: fetched once, it is being written from then on. */
export interface BegunExport extends ExportKey {
  readonly requestedBy: string;
  readonly wanted: CreateExportBody | ResultsOrder;
  /** Of whoever asked; null where their token says nothing about it. */
  readonly access: TokenAccess | null;
}

export type ExportEnd =
  | { readonly state: 'done' | 'cancelled' }
  | { readonly state: 'failed'; readonly problem: ExportProblem };

/** One call of a file: the value of each column by its name, those of outcome fields by their ids. */
export interface ExportedCall {
  readonly columns: Readonly<Partial<Record<ExportColumn, ExportedValue>>>;
  readonly fields: Readonly<Record<string, boolean | number | string | null>>;
}

/** Instants are ISO strings; `transcript` is a list of entries. */
export type ExportedValue = string | number | boolean | null | readonly ExportedEntry[];
export type ExportedEntry = readonly [speaker: string, message: string, at: string];

export interface ExportOrder {
  readonly filters: CallFilters;
  readonly columns: readonly ExportColumn[];
  readonly fields: readonly string[];
}

export interface CallExports {
  /** How many calls fit; null where it takes too long to count. */
  count(tenantId: string, filters: CallFilters): Promise<number | null>;
  /** The outcome fields that agents and templates have or had. */
  fields(tenantId: string): Promise<ExportField[]>;
  /** One that the person has not fetched yet gives way. */
  create(
    caller: Pick<Caller, 'tenantId' | 'userId' | 'access'>,
    order: CreateExportBody | ResultsOrder,
    link: { readonly digest: string; readonly seconds: number },
    total: number | null,
  ): Promise<CallExport | 'running' | 'too_many'>;
  /** Null unless the person has asked for it. */
  get(caller: Pick<Caller, 'tenantId' | 'userId'>, id: string): Promise<CallExport | null>;
  /** The export as it is afterwards; null as above. */
  cancel(caller: Pick<Caller, 'tenantId' | 'userId'>, id: string): Promise<CallExport | null>;
  /** Takes the link: whoever is second gets null. */
  begin(digest: string): Promise<BegunExport | 'too_many' | null>;
  /** Says that the file is being written. False: it is to stop, because somebody has cancelled it. */
  keep(key: ExportKey, rows: number): Promise<boolean>;
  /** Does nothing where it has ended already. */
  end(key: ExportKey, end: ExportEnd, rows: number): Promise<void>;
  /** Ends one of a person whose access has ended, whichever server writes it. */
  endAccess(key: ExportKey): Promise<void>;
  /** The calls, newest first, as they were when the reading began. Aborting stops the statement. */
  read(tenantId: string, order: ExportOrder, signal: AbortSignal): AsyncGenerator<readonly ExportedCall[]>;
}
