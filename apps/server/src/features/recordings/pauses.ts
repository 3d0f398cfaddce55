import { recordingMarks } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { CarrierRecordings, PauseOutcome } from '../../ports/carrier-recordings.ts';
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
/** More do not follow each other so fast. */
const mostCrossings = 5;

/** The tools of a call that run while its recording is paused: it goes on when the last one has ended. */
interface Hold {
  count: number;
  readonly pausing: Promise<PauseOutcome['kind']>;
}

export function createPauses({ pauses, carrierOf, note, clock, log }: PausesDeps): Pauses {
  const recordingsOf = (call: RecordedCall) => carrierOf(call)?.recordings ?? null;
  const holds = new Map<string, Hold>();
  const turns = new Map<string, Promise<unknown>>();

  /** One command about a recording at a time: a resumption on its way would undo the pause that follows it. */
  function inTurn<T>(callId: string, act: () => Promise<T>): Promise<T> {
    const turn = (turns.get(callId) ?? Promise.resolve()).then(act, act);
    const isOver = () => void (turns.get(callId) === turn && turns.delete(callId));
    turns.set(callId, turn);
    turn.then(isOver, isOver);
    return turn;
  }

  async function runningOf({ tenantId }: Caller, callId: string) {
    const found = await pauses.find({ tenantId, callId });
    if (!found) throw new AppError('recording_not_found', 'There is no recording of this call.');
    if (!found.running)
      throw new AppError('recording_not_running', 'This call is not being recorded (any more).');
    if (!found.canPause) throw new AppError('recording_cannot_pause', cannotPause);
    const carrier = recordingsOf(found);
    if (!carrier)
      throw new AppError('carrier_not_connected', 'The phone account of this call is not connected.');
    return { carrier, found };
  }

  /** False: the carrier did not do it; the row stays, and it is tried again. `wasRefused`: the pause before it. */
  async function goOn(key: CallKey, call: RecordedCall, wasRefused = false): Promise<boolean> {
    const outcome = await recordingsOf(call)?.pause(call.carrierSid, false);
    // What the carrier refuses is not paused there.
    if (outcome === undefined || outcome.kind === 'unavailable') return false;
    const isNew = await pauses.resumed(key);
    if (isNew && !(wasRefused && outcome.kind === 'refused')) await note(key, recordingMarks.resumed);
    if (!isNew && outcome.kind === 'done') await followWish(key, call, false);
    return true;
  }

  /**
   * Commands of two servers can cross on their way. So whoever has given one looks what is wanted by now, and gives that: the
   * last word is what the row says, whichever arrives last.
   */
  async function followWish(key: CallKey, call: RecordedCall, told: boolean): Promise<void> {
    let now = told;
    for (let tries = 0; tries < mostCrossings; tries += 1) {
      const wanted = await pauses.isWanted(key);
      if (wanted === null || wanted === now) return;
      now = wanted;
      const outcome = await recordingsOf(call)?.pause(call.carrierSid, now);
      if (outcome?.kind !== 'done') return;
      if (!now && (await pauses.resumed(key))) await note(key, recordingMarks.resumed);
    }
  }

  async function pauseForTool(key: CallKey, carrier: CarrierRecordings, sid: string, seconds: number) {
    if (!(await pauses.pauseForTool(key, seconds))) return 'done';
    const { kind } = await carrier.pause(sid, true);
    if (kind === 'done') await note(key, recordingMarks.paused);
    else await pauses.letGoForTool(key);
    return kind;
  }

  /** True: it was the last one. */
  function leave(callId: string, hold: Hold): boolean {
    hold.count -= 1;
    return hold.count === 0 && holds.get(callId) === hold && holds.delete(callId);
  }

  return {
    pause: async (caller, callId) => {
      const { carrier, found } = await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      await inTurn(callId, async () => {
        if (!(await pauses.pauseForPerson(caller, callId))) return;
        const { kind } = await carrier.pause(found.carrierSid, true);
        if (kind === 'done') {
          if (await pauses.isWanted(key)) return note(key, recordingMarks.paused);
          return followWish(key, found, true);
        }
        const isLast = await pauses.letGoForPerson(caller, callId);
        // Nothing is known of one that is not answered: it goes on later. A refused one may follow such a one.
        if (kind === 'refused' && isLast) await goOn(key, found, true);
        throw kind === 'refused'
          ? new AppError('recording_not_running', 'The carrier is not recording this call (any more).')
          : new AppError('carrier_unreachable', 'The carrier did not answer. The recording was not paused.');
      });
    },

    resume: async (caller, callId) => {
      await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      const isDone = await inTurn(callId, async () => {
        if (!(await pauses.letGoForPerson(caller, callId))) return true;
        const found = await pauses.find(key);
        return found === null || goOn(key, found);
      });
      if (!isDone)
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
      const { callId } = key;
      const seconds = limitMs / 1000 + graceSeconds;
      const pause = () => inTurn(callId, () => pauseForTool(key, carrier, found.carrierSid, seconds));
      const joined = holds.get(callId);
      const hold = joined ?? { count: 0, pausing: pause() };
      holds.set(callId, hold);
      hold.count += 1;
      const asked = async () => {
        const first = await hold.pausing;
        // The time of this one may be longer than that of the first one.
        return joined && first === 'done' ? pause() : first;
      };
      const kind = await asked().catch((error: unknown) => {
        leave(callId, hold);
        throw error;
      });
      if (kind === 'unavailable') {
        leave(callId, hold);
        return false;
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
          if (!leave(callId, hold)) return;
          await inTurn(callId, async () => {
            if (await pauses.letGoForTool(key)) await goOn(key, found, kind === 'refused');
          });
        })
        .catch((err: unknown) =>
          log.warn({ err, callId: key.callId }, 'a recording that a tool has paused goes on within a minute'),
        );
      return worked;
    },

    resumeOverdue: async () => {
      for (const call of await pauses.overdue(atOnce)) {
        const { tenantId, callId } = call;
        // Somebody has paused it, or lets it go on, since it was read.
        if (holds.has(callId) || turns.has(callId)) continue;
        await inTurn(callId, () => goOn({ tenantId, callId }, call));
      }
    },
  };
}

const cannotPause =
  'The recording of this call cannot pause: on calls over ConversationRelay the phone company records without a stop. Calls with a speech engine can pause.';
