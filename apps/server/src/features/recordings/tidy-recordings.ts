import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStores } from '../../ports/file-store.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordedCall, RecordingDeletion, RecordingStore } from '../../ports/recordings.ts';
import { recordingFile, removeAll } from './fetch-job.ts';

export interface TidyDeps {
  readonly recordings: Pick<
    RecordingStore,
    'resume' | 'expire' | 'deletions' | 'deleted' | 'postponeDeletion'
  >;
  readonly files: FileStores;
  readonly carrierOf: (call: RecordedCall) => Pick<Carrier, 'recordings'> | null;
  /** Since when nobody has looked at a recording that is not fetched. */
  readonly forgottenMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Jobs of forgotten recordings are only sent here; of deletions, so many are read at a time. */
const resumedAtOnce = 1_000;
const atOnce = 100;
/** Each waits for the carrier and the file store most of the time. */
const sideBySide = 8;
/** Less than the minute after which it is due again. */
const longestMs = 45_000;
/** Longer than a job that stores a file may take. */
const storedByThenMs = 15 * 60_000;
const againMs = 60_000;

/**
 * Every minute: looks for recordings that no callback and no job has reported, deletes those that are kept no longer, and
 * what deleted recordings have left in the file store and at the carrier.
 */
export function createTidyRecordings(deps: TidyDeps): () => Promise<void> {
  const { recordings, clock, log } = deps;
  return async () => {
    await recordings.resume(new Date(clock.time() - deps.forgottenMs), resumedAtOnce);
    await recordings.expire(atOnce);
    const until = clock.time() + longestMs;
    // However many there are: what is tried once has gone, or is due later.
    for (let isMore = true; isMore && clock.time() < until; ) {
      const due = await recordings.deletions(clock.now(), atOnce);
      isMore = due.length === atOnce;
      await Promise.all(Array.from({ length: sideBySide }, () => settle(due)));
    }
  };

  async function settle(due: RecordingDeletion[]): Promise<void> {
    for (let deletion = due.shift(); deletion; deletion = due.shift()) {
      const next = await remove(deletion);
      if (next === null) await recordings.deleted(deletion);
      else await recordings.postponeDeletion(deletion, next);
    }
  }

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
