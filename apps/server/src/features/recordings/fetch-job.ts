import type { RecordingProblem } from '@parley/contract';
import { countRecordingLag } from '../../lib/metrics/metrics.ts';
import { fitChannels } from '../../lib/recordings/fit-channels.ts';
import { type WavFacts, WavMeter, WavProblem } from '../../lib/recordings/wav-meter.ts';
import { waitByAge } from '../../lib/wait-by-age.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { CarrierRecording, CarrierRecordings } from '../../ports/carrier-recordings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileName } from '../../ports/file-name.ts';
import type { FileStore, FileStores } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordedCall, RecordingStore, RecordingWork, StoredRecording } from '../../ports/recordings.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import { chooseRecording } from './choose-recording.ts';

export interface FetchJobDeps {
  readonly recordings: RecordingStore;
  readonly files: FileStores;
  /** Null when this server is not connected to the account. */
  readonly carrierOf: (call: RecordedCall) => Pick<Carrier, 'recordings'> | null;
  /** Between one try and the next, in milliseconds. After the last it has failed. */
  readonly waits: readonly number[];
  /** How long others leave a recording alone that is being stored; renewed meanwhile. */
  readonly holdMs: number;
  /** How many times faster than the clock the carrier's sound runs; 1 but for tests. */
  readonly speed?: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Less than the job may take. */
const longestDownloadMs = 9 * 60_000;
/** What the carrier sends wrongly twice, it sends wrongly. */
const triesWhenWrong = 3;
const wrong: ReadonlySet<RecordingProblem> = new Set<RecordingProblem>(['wrong_length', 'wrong_format']);

export const recordingFile = ({ tenantId, callId }: CallKey): FileName => ({
  ...{ tenantId, kind: 'recordings', id: callId, type: 'wav' },
});

/**
 * Takes the recording of a call over from the carrier: finds it by the carrier's id of the call, downloads, checks and
 * stores it, and only then has it removed there. What is stored decides what is to be done, so a job that is killed, comes
 * twice or runs beside another does no harm.
 */
export function createFetchJob(deps: FetchJobDeps): JobHandler {
  const { recordings, clock, log } = deps;
  return async (data, { signal }) => {
    const key = { tenantId: String(data.tenantId), callId: String(data.callId) };
    const work = await recordings.work(key);
    if (!work) return;
    const carrier = deps.carrierOf(work)?.recordings ?? null;
    if (work.kind === 'remove') return removeAtCarrier(key, work, carrier);
    if (!carrier && mayOthersAsk(work)) return recordings.leaveToOthers(key, whenOthersAsk(work));
    const problem = carrier ? await fetchFrom(carrier, key, work, signal) : 'carrier_not_connected';
    // A server that stops is no fault of the carrier: the job is called again.
    if (problem !== null) signal.throwIfAborted();
    if (problem === 'absent') return recordings.ended(key, 'absent', problem);
    if (problem !== null) return tryLater(key, work, problem);
    const next = await recordings.work(key);
    if (next?.kind === 'remove') await removeAtCarrier(key, next, carrier);
  };

  /**
   * Jobs go to any server. Those that are not connected to the account would use up the tries of one that is. After the time
   * of all tries nobody is.
   */
  function mayOthersAsk({ createdAt }: RecordingWork): boolean {
    const allWaits = deps.waits.reduce((sum, wait) => sum + wait, 0);
    return clock.time() - createdAt.getTime() < allWaits;
  }

  function whenOthersAsk({ createdAt }: RecordingWork): Date {
    const [least = 0] = deps.waits;
    return new Date(clock.time() + waitByAge(clock.time() - createdAt.getTime(), least));
  }

  async function tryLater(key: CallKey, { tries }: RecordingWork, problem: RecordingProblem): Promise<void> {
    const wait = wrong.has(problem) && tries + 1 >= triesWhenWrong ? undefined : deps.waits[tries];
    if (wait !== undefined) return recordings.postpone(key, problem, new Date(clock.time() + wait));
    log.warn(
      { callId: key.callId, problem },
      'recording could not be copied from the carrier; press Retry on the page of the call',
    );
    return recordings.ended(key, 'failed', problem);
  }

  /** Null: it is stored, or there is nothing to store any more. */
  async function fetchFrom(
    carrier: CarrierRecordings,
    key: CallKey,
    work: RecordingWork,
    signal: AbortSignal,
  ): Promise<RecordingProblem | null> {
    const listed = await carrier.ofCall(work.carrierSid);
    if (listed.kind === 'unavailable') return 'carrier_unavailable';
    const chosen = chooseRecording(listed.recordings);
    if (chosen.kind === 'none') return 'not_listed';
    if (chosen.kind === 'running') return 'not_ready';
    if (chosen.kind === 'absent') return 'absent';
    return store(carrier, key, work, chosen.recording, signal);
  }

  async function store(
    carrier: CarrierRecordings,
    key: CallKey,
    { storeId }: RecordingWork,
    recording: CarrierRecording,
    stopping: AbortSignal,
  ): Promise<RecordingProblem | null> {
    const to = deps.files.current;
    if (storeId !== null && storeId !== to.id) await leaveStore(key, storeId);
    if (!(await recordings.storing(key, recording.sid, to.id, deps.holdMs))) return null;
    const endHold = keepHold(key);
    try {
      return await download(carrier, key, recording, to, stopping);
    } finally {
      endHold();
      await recordings.letGo(key);
    }
  }

  /** New files go elsewhere since a job before was killed; it may have stored one. */
  async function leaveStore(key: CallKey, storeId: string): Promise<void> {
    try {
      await deps.files.get(storeId).delete(recordingFile(key));
    } catch (err) {
      if (!(err instanceof FileStoreError)) throw err;
      log.warn(
        { err, callId: key.callId, store: storeId },
        'recording will be stored in another file store; a copy may remain in the previous one',
      );
    }
  }

  /** A server that is killed renews nothing, so that another one soon goes on. */
  function keepHold(key: CallKey): () => void {
    let cancel = () => {};
    let isOver = false;
    const wait = () => {
      if (isOver) return;
      cancel = clock.after(deps.holdMs / 3, () => {
        // Two jobs at a time do no harm: one that is not renewed is only stored twice.
        recordings.hold(key, deps.holdMs).then(wait, wait);
      });
    };
    wait();
    return () => {
      isOver = true;
      cancel();
    };
  }

  async function download(
    carrier: CarrierRecordings,
    key: CallKey,
    recording: CarrierRecording,
    to: FileStore,
    stopping: AbortSignal,
  ): Promise<RecordingProblem | null> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestDownloadMs)]);
    const sent = await carrier.download(recording.sid, signal);
    if (sent.kind !== 'found') return 'download_failed';
    const meter = new WavMeter();
    try {
      const body = meter.through(sent.body, recording.seconds);
      const { size } = await to.put(recordingFile(key), body, { size: sent.size, signal });
      const { milliseconds, peaks, onsets } = meter.facts();
      const { startedAt } = recording;
      const stored = {
        bytes: size,
        milliseconds,
        peaks,
        startedAt,
        ...(await fitted(key, onsets, startedAt)),
      };
      // The call was deleted meanwhile: nothing of it may stay.
      if (!(await recordings.ready(key, to.id, stored))) await to.delete(recordingFile(key));
      else if (recording.startedAt !== null)
        countRecordingLag(clock.time() - recording.startedAt.getTime() - milliseconds);
      return null;
    } catch (err) {
      sent.body.destroy();
      if (err instanceof WavProblem) return err.problem;
      if (err instanceof FileStoreError && err.failure !== 'size_mismatch') {
        log.warn({ err, callId: key.callId }, 'the file store did not take the recording of a call');
        return 'store_unavailable';
      }
      return 'download_failed';
    }
  }

  /** Which channel the agent is on, and when the sound begins. */
  async function fitted(
    key: CallKey,
    onsets: WavFacts['onsets'],
    statedStart: Date | null,
  ): Promise<Pick<StoredRecording, 'agentChannel' | 'soundStart'>> {
    const turns = await recordings.turns(key);
    // The call was deleted meanwhile, and nothing of it is stored.
    if (!turns) return { agentChannel: 2, soundStart: null };
    const { agentChannel, agentTurns, askedAt } = turns;
    const { speed = 1 } = deps;
    // The time of a carrier whose clock runs faster than ours says nothing here.
    const stated = speed === 1 ? statedStart : null;
    return fitChannels(onsets, agentChannel, { turns: agentTurns, statedStart: stated, askedAt, speed });
  }

  /** All that the carrier has of the call, also what was recorded twice. */
  async function removeAtCarrier(
    key: CallKey,
    { tries, carrierSid }: RecordingWork,
    carrier: CarrierRecordings | null,
  ): Promise<void> {
    if (carrier && (await removeAll(carrier, carrierSid))) return recordings.removed(key);
    const wait = deps.waits[Math.min(tries, deps.waits.length - 1)] ?? 0;
    return recordings.postponeRemoval(key, new Date(clock.time() + wait));
  }
}

/** Whether the carrier has none of this call any more. `known`: one that it may not list, because the call is gone there. */
export async function removeAll(
  carrier: CarrierRecordings,
  carrierSid: string,
  known: string | null = null,
): Promise<boolean> {
  const listed = await carrier.ofCall(carrierSid);
  if (listed.kind === 'unavailable') return false;
  const sids = new Set(listed.recordings.map(({ sid }) => sid));
  if (known !== null) sids.add(known);
  for (const sid of sids) if ((await carrier.remove(sid)).kind !== 'gone') return false;
  return true;
}
