import type {
  ConsentGiven,
  ContactImport,
  CreateImportBody,
  ImportColumns,
  ImportErrorCode,
  ImportRowError,
  StartImportBody,
} from '@parley/contract';
import type { Caller } from './caller.ts';

export interface ImportKey {
  readonly tenantId: string;
  readonly importId: string;
}

/** Where the next row of the file begins. It is stored with the rows before it, so that none is read twice. */
export interface ImportPosition {
  /** The part of the file and the place in it, in characters. */
  readonly part: number;
  readonly offset: number;
  /** As a spreadsheet counts. */
  readonly row: number;
  /** How many columns the first row has; null before it was read. */
  readonly width: number | null;
}

/** An import that is being read. */
export interface RunningImport {
  readonly position: ImportPosition;
  /** Digests of numbers that were erased since it began. */
  readonly erased: readonly string[];
  readonly parts: number;
  readonly columns: ImportColumns;
  readonly delimiter: string;
  /** Of numbers without a country. */
  readonly country: string | null;
  readonly rowsRead: number;
  readonly startedBy: { readonly id: string | null; readonly name: string | null };
}

/** A row that can be stored. */
export interface ImportedContact {
  readonly row: number;
  readonly number: string;
  readonly name: string;
  readonly nameKey: string;
  /** What it is found by. */
  readonly words: readonly string[];
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly consent: readonly ConsentGiven[];
  readonly notes: string;
  readonly agentNotes: string;
}

export interface RefusedRow {
  readonly row: number;
  readonly code: ImportErrorCode;
  /** What stands in the cell that is wrong. */
  readonly value: string;
}

export interface ImportBatch {
  readonly contacts: readonly ImportedContact[];
  readonly refused: readonly RefusedRow[];
  /** How many rows were read for it. */
  readonly rows: number;
  readonly from: ImportPosition;
  readonly to: ImportPosition;
  /** The file ends behind it. */
  readonly last: boolean;
  /** Whether open pages are notified. */
  readonly notifyPages: boolean;
}

/** Imports of contacts. What a person asks for runs in the role of their tenant, what the job does in that of the system. */
export interface ContactImports {
  /** Null: too many are under way. */
  create(caller: Caller, body: CreateImportBody): Promise<ContactImport | null>;
  putPart(
    tenantId: string,
    id: string,
    part: number,
    content: string,
  ): Promise<ContactImport | 'missing' | 'started' | 'no_such_part'>;
  start(
    caller: Caller,
    id: string,
    body: StartImportBody,
  ): Promise<ContactImport | 'missing' | 'started' | { readonly missingPart: number }>;
  get(
    tenantId: string,
    id: string,
  ): Promise<{
    readonly import: ContactImport;
    readonly errors: readonly ImportRowError[];
    readonly hasMoreErrors: boolean;
  } | null>;
  list(tenantId: string): Promise<ContactImport[]>;
  /** Ends it if it is still running. Of many contacts the job removes the rest. */
  undo(
    caller: Caller,
    id: string,
  ): Promise<{ readonly import: ContactImport; readonly removed: number; readonly kept: number } | null>;

  /** Queues the job that reads it. */
  send(key: ImportKey): Promise<void>;
  /** Null where there is nothing to read: it was read, undone or is gone. */
  open(key: ImportKey): Promise<RunningImport | null>;
  part(key: ImportKey, part: number): Promise<string | null>;
  /** False: it is not running any more, or another server has gone on from there. Nothing was stored then. */
  save(key: ImportKey, running: RunningImport, batch: ImportBatch): Promise<boolean>;
  fail(key: ImportKey): Promise<void>;
  /** Removes some of what an import that was undone has added. True when there may be more. */
  removeAdded(key: ImportKey): Promise<boolean>;
  /** Numbers of the organization itself. */
  ownNumbers(tenantId: string): Promise<ReadonlySet<string>>;
  /** Removes parts that nobody needs any more and imports that nobody looks at. Returns how many imports were given up. */
  removeOld(partsBefore: Date, importsBefore: Date): Promise<number>;
}
