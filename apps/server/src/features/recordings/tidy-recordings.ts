import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStores } from '../../ports/file-store.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordedCall, RecordingDeletion, RecordingStore } from '../../ports/recordings.ts';
import { recordingFile, removeAll } from './fetch-job.ts';

export interface TidyDeps {
  readonly recordings: Pick<RecordingStore, 'resume' | 'deletions' | 'deleted' | 'postponeDeletion'>;
  readonly files: FileStores;
  readonly carrierOf: (call: RecordedCall) => Pick<Carrier, 'recordings'> | null;
  readonly clock: Clock;
  readonly log: Log;
}

const atOnce = 100;
/** A recording whose job should have looked at it so long ago was forgotten by a server that died. */
const forgottenMs = 2 * 60_000;
/** Longer than a job that stores a file may take. */
const storedByThenMs = 15 * 60_000;
const againMs = 60_000;

/**
 * Every minute: looks for recordings that no callback and no job has reported, and deletes what deleted recordings have
 * left in the file store and at the carrier.
 */
export function createTidyRecordings(deps: TidyDeps): () => Promise<void> {
  const { recordings, clock, log } = deps;
  return async () => {
    await recordings.resume(new Date(clock.time() - forgottenMs), atOnce);
    for (const deletion of await recordings.deletions(clock.now(), atOnce)) {
      const next = await remove(deletion);
      if (next === null) await recordings.deleted(deletion);
      else await recordings.postponeDeletion(deletion, next);
    }
  };

  /** When to try again; null: nothing is left. */
  async function remove(deletion: RecordingDeletion): Promise<Date | null> {
    const later = new Date(clock.time() + againMs);
    try {
      if (deletion.storeId !== null) await deps.files.get(deletion.storeId).delete(recordingFile(deletion));
    } catch (err) {
      log.warn({ err, callId: deletion.callId }, 'the file of a deleted recording could not be deleted yet');
      return later;
    }
    const carrier = deletion.atCarrier ? (deps.carrierOf(deletion)?.recordings ?? null) : null;
    const { carrierSid, recordingSid } = deletion;
    if (deletion.atCarrier && !(carrier && (await removeAll(carrier, carrierSid, recordingSid))))
      return later;
    const isSettled = clock.time() - deletion.createdAt.getTime() > storedByThenMs;
    return deletion.inFlight && !isSettled ? new Date(clock.time() + storedByThenMs) : null;
  }
}
