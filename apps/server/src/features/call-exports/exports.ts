import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type CreateExportBody, downloadPath, type ExportProblem, exportLimits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { localTimeAt } from '../../lib/zoned-time.ts';
import type { TokenRevocations } from '../../ports/access-changes.ts';
import type {
  BegunExport,
  CallExports,
  ExportEnd,
  ExportKey,
  OpenResultsFile,
  WrittenFile,
} from '../../ports/call-exports.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Download } from '../../ports/download.ts';
import type { Log } from '../../ports/log.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { fileLines } from './file-lines.ts';

/** Each holds a connection to the database (`poolSizes.exports`). */
export const exportsOfOneServer = 2;
/** How often the database is told how far a file is, and asked whether to go on. */
const keepMs = 1_000;
const longestMs = 30 * 60_000;
/** After each batch nothing is done for so many times as long as it took. */
const restRatio = 2;
/** On a busy server most of that time was waiting: a large file still ends within its time. */
const longestRestMs = 10;

export interface ExportDeps {
  readonly exports: CallExports;
  /** The other kind of file: the results of a campaign. */
  readonly results: OpenResultsFile;
  readonly organizations: Organizations;
  readonly revocations: TokenRevocations;
  readonly clock: Clock;
  readonly log: Log;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The files that this server writes at the moment. */
export class RunningExports {
  readonly #deps: ExportDeps;
  readonly #running = new Map<string, AbortController>();
  #starting = 0;

  constructor(deps: ExportDeps) {
    this.#deps = deps;
  }

  /** The address of a file, which works once, and the digest that is stored of it. */
  newLink(): { readonly link: string; readonly digest: string } {
    const token = randomBytes(32).toString('base64url');
    return { link: downloadPath(token), digest: digestOf(token) };
  }

  /** The person may lose the access that they had: then the file ends too, on whichever server. */
  watchAccess(key: ExportKey, caller: Pick<Caller, 'whenVoid'>): void {
    const { exports, clock, log } = this.#deps;
    const stop = caller.whenVoid?.(() => {
      this.#running.get(key.id)?.abort('access_ended' satisfies ExportProblem);
      exports.endAccess(key).catch((err: unknown) => {
        log.error(
          { err, exportId: key.id },
          'an export of calls could not be stopped after its user lost access; it may complete',
        );
      });
    });
    if (stop) clock.after(longestMs + exportLimits.linkSeconds * 1000, stop);
  }

  /** Stops one that this server writes, at once; other servers notice within a second. */
  cancel(id: string): void {
    this.#running.get(id)?.abort('cancelled');
  }

  /** For the end of the server. */
  stop(): void {
    for (const running of this.#running.values()) running.abort('server_lost' satisfies ExportProblem);
  }

  /** Begins to write the file that the token stands for. `gone` is aborted when the browser disconnects. */
  async download(token: string, gone: AbortSignal): Promise<Download> {
    if (this.#running.size + this.#starting >= exportsOfOneServer)
      throw new AppError('server_busy', 'This server is writing other exports. Try again in a minute.');
    this.#starting += 1;
    try {
      return await this.#begin(token, gone);
    } finally {
      this.#starting -= 1;
    }
  }

  async #begin(token: string, gone: AbortSignal): Promise<Download> {
    const { exports, results } = this.#deps;
    const begun = await exports.begin(digestOf(token));
    if (begun === null) throw usedLink();
    if (begun === 'too_many') throw tooManyExports();
    const { tenantId, wanted } = begun;
    const controller = new AbortController();
    this.#running.set(begun.id, controller);
    let file: WrittenFile;
    try {
      const found =
        'campaignId' in wanted ? await results(tenantId, wanted) : await this.#calls(tenantId, wanted);
      if (found === null) throw usedLink();
      file = found;
    } catch (error) {
      await this.#end(begun, { state: 'failed', problem: 'failed' }, 0);
      throw error;
    }
    const disconnect = () => controller.abort('disconnected' satisfies ExportProblem);
    if (gone.aborted) disconnect();
    gone.addEventListener('abort', disconnect, { once: true });
    const progress = { begun: false };
    const content = Readable.from(this.#write(begun, file, controller, progress), { objectMode: false });
    // Of a stream that is destroyed before anybody reads it, what writes never begins, and so never ends.
    content.once('close', () => {
      if (!progress.begun) void this.#end(begun, endOf(controller.signal), 0);
    });
    // What writes waits for somebody to read, who may not do so any more.
    const destroy = () => content.destroy(new Error(`The export has ended: ${controller.signal.reason}.`));
    if (controller.signal.aborted) destroy();
    controller.signal.addEventListener('abort', destroy, { once: true });
    // The server that was asked for the file may be gone by then.
    if (begun.access !== null)
      content.once(
        'close',
        this.#deps.revocations.watch(begun.access, () =>
          controller.abort('access_ended' satisfies ExportProblem),
        ),
      );
    return { fileName: file.fileName, type: file.type, content };
  }

  async #calls(tenantId: string, wanted: CreateExportBody): Promise<WrittenFile> {
    const { exports, organizations, clock } = this.#deps;
    const { timeZone } = await organizations.of(tenantId);
    const lines = fileLines(wanted, wanted.fields.length > 0 ? await exports.fields(tenantId) : [], timeZone);
    const day = new Date(localTimeAt(timeZone, clock.now().getTime())).toISOString().slice(0, 10);
    return {
      fileName: `calls-${day}.${wanted.format}`,
      type: wanted.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      heading: lines.heading,
      async *read(signal) {
        for await (const calls of exports.read(tenantId, wanted, signal)) {
          let text = '';
          for (const call of calls) text += lines.line(call);
          yield { text, rows: calls.length };
        }
      },
    };
  }

  async #end(begun: BegunExport, end: ExportEnd, rows: number): Promise<void> {
    const { exports, log } = this.#deps;
    this.#running.delete(begun.id);
    await exports.end(begun, end, rows).catch((err: unknown) => {
      log.warn({ err, exportId: begun.id }, 'result of a call export not stored; it will count as lost');
    });
  }

  async *#write(
    begun: BegunExport,
    file: WrittenFile,
    controller: AbortController,
    progress: { begun: boolean },
  ): AsyncGenerator<string> {
    progress.begun = true;
    const { exports, clock, log } = this.#deps;
    const { signal } = controller;
    let rows = 0;
    let stopKeeping = () => {};
    const keep = () => {
      stopKeeping = clock.after(keepMs, () => {
        exports.keep(begun, rows).then(
          (continues) => (continues ? keep() : controller.abort('cancelled')),
          // The database may be back before the next time.
          () => keep(),
        );
      });
    };
    keep();
    const tooLong = clock.after(longestMs, () => controller.abort('too_long' satisfies ExportProblem));
    let end: ExportEnd = { state: 'failed', problem: 'disconnected' };
    try {
      // At once, so that the browser shows a download while the first calls are looked for.
      yield file.heading;
      let since = performance.now();
      for await (const part of file.read(signal)) {
        const spentMs = performance.now() - since;
        yield part.text;
        rows += part.rows;
        // Pages and conversations share the processor: a file may take longer, they may not.
        await delay(Math.min(Math.max(1, spentMs * restRatio), longestRestMs));
        since = performance.now();
      }
      end = { state: 'done' };
    } catch (err) {
      end = signal.aborted ? endOf(signal) : { state: 'failed', problem: 'failed' };
      if (!signal.aborted)
        log.warn({ err, exportId: begun.id }, 'an export of calls has failed; its file is not complete');
      throw err;
    } finally {
      stopKeeping();
      tooLong();
      await this.#end(begun, signal.aborted ? endOf(signal) : end, rows);
    }
  }
}

function endOf({ reason }: AbortSignal): ExportEnd {
  return reason === 'cancelled'
    ? { state: 'cancelled' }
    : { state: 'failed', problem: reason as ExportProblem };
}

const usedLink = () =>
  new AppError('export_not_found', 'This link was used or has expired. Export the file again.');

export function tooManyExports(): AppError {
  return new AppError(
    'too_many_exports',
    `Your organization is exporting ${exportLimits.perOrganization} files already. Try again when one is done.`,
  );
}
