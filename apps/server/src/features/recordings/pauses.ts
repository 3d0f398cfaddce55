import { recordingMarks } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { PauseOutcome } from '../../ports/carrier-recordings.ts';
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
  /**
   * For a person: until they resume it, or the call ends. It may be on its way when this is answered: another server is
   * telling the carrier something, and tells it this next.
   */
  pause(caller: Caller, callId: string): Promise<void>;
  resume(caller: Caller, callId: string): Promise<void>;
  /**
   * Nothing is recorded until the work is done, or its time is over. False: the carrier has not confirmed that it records
   * nothing, and the work was not begun.
   */
  around<T>(key: CallKey, limitMs: number, work: () => Promise<T>): Promise<T | false>;
  /** Tells the carrier again what is wanted, where it did not answer or whoever was telling it has died. */
  settleOverdue(): Promise<void>;
}

/** After the time of a tool: a server that died is noticed then. */
const graceSeconds = 30;
const atOnce = 100;
/** More do not follow each other so fast. */
const mostCommands = 5;
/**
 * A command that is sent later than this after it was taken may reach the carrier after the command of another server. Its
 * time without that of a request and the one that follows a refused login.
 */
const sendWithinMs = 5_000;
/** A tool whose pause took longer gets its whole time again. */
const atOnceMs = 1_000;
/** How long a tool waits while another server is telling the carrier something. */
const longestWaitMs = 10_000;
const waitMs = 100;

/** `settled`: the carrier does what is wanted. `gone`: it is not being recorded any more. */
type Settled = 'settled' | 'busy' | 'gone' | Exclude<PauseOutcome['kind'], 'done'>;

/** The tools of a call that run while its recording is paused: it goes on when the last one has ended. */
interface Hold {
  count: number;
  readonly pausing: Promise<Settled>;
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
    if (!recordingsOf(found))
      throw new AppError('carrier_not_connected', 'The phone account of this call is not connected.');
    return found;
  }

  /**
   * Tells the carrier what is wanted, until it does that. Wishes that come meanwhile, at this server or another, are carried
   * out too: the last one holds. `wasRefused`: the pause before it, so there was nothing to go on with.
   */
  async function settle(key: CallKey, call: RecordedCall, wasRefused = false): Promise<Settled> {
    for (let given = 0; given < mostCommands; given += 1) {
      const askedAt = clock.time();
      const next = await pauses.nextCommand(key);
      if (typeof next === 'string') return next;
      const isPause = next.command === 'pause';
      // The process was stopped for a while.
      const isTooLate = clock.time() - askedAt > sendWithinMs;
      const outcome = isTooLate ? unsent : await recordingsOf(call)?.pause(call.carrierSid, isPause);
      const kind = outcome?.kind ?? 'unavailable';
      const effect = await pauses.answered(key, next, kind);
      if (effect === 'paused') await note(key, recordingMarks.paused);
      if (effect === 'resumed' && !(wasRefused && kind === 'refused'))
        await note(key, recordingMarks.resumed);
      if (kind === 'unsent' || effect === 'again' || effect === 'late') continue;
      if (kind === 'unavailable' || (isPause && kind === 'refused')) return kind;
    }
    return 'busy';
  }

  /** Waits for a command of another server, which may be the one that is wanted. */
  async function settleInTime(key: CallKey, call: RecordedCall, limitMs: number): Promise<Settled> {
    for (let waited = 0; ; waited += waitMs) {
      const settled = await settle(key, call);
      if (settled !== 'busy' || waited >= Math.min(limitMs, longestWaitMs)) return settled;
      await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    }
  }

  async function pauseForTool(key: CallKey, call: RecordedCall, limitMs: number): Promise<Settled> {
    const request = () => pauses.requestByTool(key, limitMs / 1000 + graceSeconds);
    const askedAt = clock.time();
    await request();
    const settled = await settleInTime(key, call, limitMs);
    if (settled !== 'settled' || clock.time() - askedAt <= atOnceMs) return settled;
    // The work begins only now. The request may be over already, and the recording may have gone on.
    await request();
    return settle(key, call);
  }

  /** True: it was the last one. */
  function leave(callId: string, hold: Hold): boolean {
    hold.count -= 1;
    return hold.count === 0 && holds.get(callId) === hold && holds.delete(callId);
  }

  return {
    pause: async (caller, callId) => {
      const found = await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      await inTurn(callId, async () => {
        const request = await pauses.requestByPerson(caller, callId, true);
        const settled = await settle(key, found);
        if (settled === 'settled' || settled === 'busy') return;
        // Whoever has asked for a pause at another server since, still wants it.
        await pauses.requestByPerson(caller, callId, false, request);
        if (settled === 'unavailable') throw new AppError('carrier_unreachable', notConfirmed);
        // A refused one may follow one that was done and not answered.
        await settle(key, found, true);
        throw new AppError('recording_not_running', 'The carrier is not recording this call (any more).');
      });
    },

    resume: async (caller, callId) => {
      const found = await runningOf(caller, callId);
      const key = { tenantId: caller.tenantId, callId };
      const settled = await inTurn(callId, async () => {
        await pauses.requestByPerson(caller, callId, false);
        return settle(key, found);
      });
      if (settled === 'unavailable')
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
      const pause = () => inTurn(callId, () => pauseForTool(key, found, limitMs));
      const joined = holds.get(callId);
      const hold = joined ?? { count: 0, pausing: pause() };
      holds.set(callId, hold);
      hold.count += 1;
      const asked = async () => {
        const first = await hold.pausing;
        // The time of this one may be longer than that of the first one.
        return joined && first === 'settled' ? pause() : first;
      };
      const settled = await asked().catch((error: unknown) => {
        leave(callId, hold);
        throw error;
      });
      if (settled === 'unavailable' || settled === 'busy') {
        if (leave(callId, hold)) await inTurn(callId, () => pauses.requestByTool(key, null));
        return false;
      }
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const stop = clock.after(limitMs, resolve);
      const worked = work();
      const ended = worked.then(
        () => {},
        () => {},
      );
      void Promise.race([ended, late])
        .then(async () => {
          stop();
          if (!leave(callId, hold)) return;
          await inTurn(callId, async () => {
            await pauses.requestByTool(key, null);
            await settle(key, found, settled === 'refused');
          });
        })
        .catch((err: unknown) =>
          log.warn({ err, callId: key.callId }, 'paused recording not resumed; retrying within a minute'),
        );
      return worked;
    },

    settleOverdue: async () => {
      for (const call of await pauses.unsettled(atOnce)) {
        const { tenantId, callId } = call;
        // Somebody here is telling the carrier since it was read.
        if (holds.has(callId) || turns.has(callId)) continue;
        await inTurn(callId, () => settle({ tenantId, callId }, call));
      }
    },
  };
}

const unsent = { kind: 'unsent' } as const;
const notConfirmed =
  'The carrier did not confirm the pause, so take it that the call is still being recorded. Try again.';
const cannotPause =
  'The recording of this call cannot pause: the phone company turns what is said on it into text, and records such calls without a stop. Calls with a speech engine can pause.';
