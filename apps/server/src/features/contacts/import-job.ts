import { isSeparatorLine, limits } from '@parley/contract';
import type { QueueName } from '../../jobs/queues.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  ContactImports,
  ImportBatch,
  ImportedContact,
  ImportKey,
  RefusedRow,
  RunningImport,
} from '../../ports/contact-imports.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import { FileReader, type FileRows } from './file-reader.ts';
import { isHeading, type ReadRow, type RowRules, readContactRow } from './imported-row.ts';

export interface ImportJobDeps {
  readonly imports: Pick<ContactImports, 'open' | 'part' | 'save' | 'fail' | 'removeAdded' | 'ownNumbers'>;
  /** Whether agents may call the number at all: emergency and premium-rate numbers are no contacts. */
  readonly isAllowed: (number: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export const importQueue: QueueName = 'contact-import';

/** Rows of one transaction. */
const batchRows = 500;
/** Rows that are looked at before others have their turn: audio is sent every 20 ms. */
const rowsAtATime = 20;
/** Open pages are told of the progress no more often. */
const notifyEveryMs = 1_000;

/**
 * Reads a file and adds its contacts. Rows, counts and the place in the file are stored together, so that a job that is
 * repeated, on any server, goes on where the last transaction ended.
 */
export function createImportJob(deps: ImportJobDeps): JobHandler {
  const { imports, clock, log } = deps;
  return async (data, { signal, useFallback }) => {
    const key = { tenantId: String(data.tenantId), importId: String(data.importId) };
    const running = await imports.open(key);
    if (!running) return removeWhatWasUndone(key, signal);
    if (useFallback) {
      log.warn(key, 'import of contacts stopped after repeated failures; contacts already added are kept');
      return imports.fail(key);
    }
    await read(key, running, signal);
  };

  async function removeWhatWasUndone(key: ImportKey, signal: AbortSignal): Promise<void> {
    while (await imports.removeAdded(key)) signal.throwIfAborted();
  }

  async function read(key: ImportKey, running: RunningImport, signal: AbortSignal): Promise<void> {
    const { parts, delimiter, position } = running;
    const reader = new FileReader({ parts, delimiter, part: (part) => partOf(key, part) }, position);
    const ownNumbers = await imports.ownNumbers(key.tenantId);
    let { width } = position;
    let { rowsRead } = running;
    let notifiedAt = 0;
    for (;;) {
      // Failed, and not done: another server goes on.
      signal.throwIfAborted();
      const rows = await reader.next(Math.min(batchRows, limits.importRowsMax + 1 - rowsRead));
      const taken = await batchOf(running, rows, width, rowsRead, ownNumbers);
      const now = clock.now().getTime();
      const notifyPages = now - notifiedAt >= notifyEveryMs;
      if (notifyPages) notifiedAt = now;
      const from = { ...rows.from, width };
      const to = { ...rows.to, width: taken.width };
      if (!(await imports.save(key, running, { ...taken, from, to, notifyPages }))) return;
      width = taken.width;
      rowsRead += taken.rows;
      if (taken.last) return;
    }
  }

  async function partOf(key: ImportKey, part: number): Promise<string> {
    const content = await imports.part(key, part);
    if (content === null) throw new Error(`Part ${part} of the import ${key.importId} is gone.`);
    return content;
  }

  async function batchOf(
    { columns, country }: RunningImport,
    { rows, last }: FileRows,
    widthBefore: number | null,
    rowsBefore: number,
    ownNumbers: ReadonlySet<string>,
  ): Promise<Omit<ImportBatch, 'from' | 'to' | 'notifyPages'> & { readonly width: number | null }> {
    const today = clock.now().toISOString().slice(0, 10);
    const contacts: ImportedContact[] = [];
    const refused: RefusedRow[] = [];
    let width = widthBefore;
    let count = 0;
    const take = (read: ReadRow) => {
      if (read.kind === 'contact') contacts.push(read.contact);
      else refused.push(read.refused);
    };
    for (const [index, row] of rows.entries()) {
      if (index % rowsAtATime === rowsAtATime - 1) await otherWork();
      if (isSeparatorLine(row)) continue;
      const isFirst = width === null;
      width ??= row.cells.length;
      if (isFirst && row.problem === null && isHeading(row, columns)) continue;
      if (rowsBefore + count >= limits.importRowsMax) {
        refused.push({ row: row.row, code: 'too_many_rows', value: '' });
        return { contacts, refused, rows: count, last: true, width };
      }
      count += 1;
      const rules: RowRules = { columns, country, width, today, ownNumbers, isAllowed: deps.isAllowed };
      take(readContactRow(row, rules));
    }
    return { contacts, refused, rows: count, last, width };
  }
}

function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Queues the job of an import that was started or undone: the role of a tenant may not. */
export function createImportConsumer(imports: Pick<ContactImports, 'send'>): OutboxConsumer {
  return outboxConsumer('contact-imports', 'now', {
    'contacts.import_started': ({ tenantId, event }) => imports.send({ tenantId, importId: event.importId }),
  });
}
