import { recordingMarks } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PauseStore, RecordedCall } from '../../ports/recordings.ts';
import type { CallKey } from '../../ports/transcript-store.ts';

export interface PausesDeps {
  readonly pauses: PauseStore;
  readonly carrierOf: (call: RecordedCall) => Pick<Carrier, 'recordings'> | null;
  /** Writes a system entry where the conversation is. */
  readonly note: (key: CallKey, text: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Pauses {
  /** For a person: until they resume it, or the call ends. */
  pause(caller: Caller, callId: string): Promise<void>;
  resume(caller: Caller, callId: string): Promise<void>;
  /** Nothing is recorded until the work is done, or its time is over. False: it cannot be kept from being recorded. */
  around<T>(key: CallKey, limitMs: number, work: () => Promise<T>): Promise<T | false>;
  /** Recordings that nobody wants to pause any more, though they do: whoever wanted it has died. */
  resumeOverdue(): Promise<void>;
}

/** After the time of a tool: a server that died is noticed then. */
const graceSeconds = 30;
const atOnce = 100;

export function createPauses({ pauses, carrierOf, note, clock, log }: PausesDeps): Pauses {
  const recordingsOf = (call: RecordedCall) => carrierOf(call)?.recordings ?? null;

  async function runningOf({ tenantId }: Caller, callId: string) {
    const found = await pauses.find({ tenantId, callId });
    if (!found) throw new AppError('recording_not_found', 'There is no recording of this call.');
    if (!found.running)
      throw new AppError('recording_not_running', 'This call is not being recorded (any more).');
    if (!found.canPause) throw new AppError('recording_cannot_pause', cannotPause);
    const carrier = recordingsOf(found);
    if (!carrier)
      throw new AppError('carrier_not_connected', 'The phone account of this call is not connected.');
    return { carrier, sid: found.carrierSid };
  }

  /** False: the carrier did not do it; the row stays, and it is tried again. */
  async function goOn(key: CallKey, call: RecordedCall): Promise<boolean> {
    const outcome = await recordingsOf(call)?.pause(call.carrierSid, false);
    // What the carrier refuses is not paused there.
    if (outcome === undefined || outcome.kind === 'unavailable') return false;
    if (await pauses.resumed(key)) await note(key, recordingMarks.resumed);
    return true;
  }

  return {
    pause: async (caller, callId) => {
      const { carrier, sid } = await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      if (!(await pauses.pauseForPerson(caller, callId))) return;
      const { kind } = await carrier.pause(sid, true);
      if (kind === 'done') return note(key, recordingMarks.paused);
      await pauses.letGoForPerson(caller, callId);
      // Nothing is known: it may pause, and goes on in any case.
      if (kind === 'refused') await pauses.resumed(key);
      throw kind === 'refused'
        ? new AppError('recording_not_running', 'The carrier is not recording this call (any more).')
        : new AppError('carrier_unreachable', 'The carrier did not answer. The recording was not paused.');
    },

    resume: async (caller, callId) => {
      await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      if (!(await pauses.letGoForPerson(caller, callId))) return;
      const found = await pauses.find(key);
      if (found && !(await goOn(key, found)))
        throw new AppError(
          'carrier_unreachable',
          'The carrier did not answer. The recording goes on within a minute.',
        );
    },

    around: async (key, limitMs, work) => {
      const found = await pauses.find(key);
      if (!found?.running) return work();
      const carrier = recordingsOf(found);
      if (!carrier) return false;
      if (!found.canPause) {
        // It could not go on afterwards either: what was recorded so far stays.
        const { kind } = await carrier.stop(found.carrierSid);
        if (kind === 'done') await note(key, recordingMarks.stopped);
        return kind === 'unavailable' ? false : work();
      }
      if (await pauses.pauseForTool(key, limitMs / 1000 + graceSeconds)) {
        const { kind } = await carrier.pause(found.carrierSid, true);
        if (kind === 'done') await note(key, recordingMarks.paused);
        else {
          await pauses.letGoForTool(key);
          if (kind === 'unavailable') return false;
          await pauses.resumed(key);
          return work();
        }
      }
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const stop = clock.after(limitMs, resolve);
      const worked = work();
      const settled = worked.then(
        () => {},
        () => {},
      );
      void Promise.race([settled, late])
        .then(async () => {
          stop();
          if (await pauses.letGoForTool(key)) await goOn(key, found);
        })
        .catch((err: unknown) =>
          log.warn({ err, callId: key.callId }, 'a recording that a tool has paused goes on within a minute'),
        );
      return worked;
    },

    resumeOverdue: async () => {
      for (const call of await pauses.overdue(atOnce)) {
        const { tenantId, callId } = call;
        await goOn({ tenantId, callId }, call);
      }
    },
  };
}

const cannotPause =
  'The recording of this call cannot pause: on calls over ConversationRelay the phone company records without a stop. Calls with a speech engine can pause.';
