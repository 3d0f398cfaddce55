import type {
  Recording,
  RecordingConsent,
  RecordingOffsetMethod,
  RecordingPeaks,
  RecordingProblem,
  RecordingPurpose,
  RecordingSettings,
} from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Caller } from './caller.ts';
import type { Carrier } from './carrier.ts';
import type { PauseOutcome } from './carrier-recordings.ts';
import type { CallKey } from './transcript-store.ts';

/** What calls have to do with recordings. */
export interface CallRecordings {
  /** Whether calls like this one can be recorded at all. */
  isPossible(call: CallRecord): boolean;
  /**
   * Decides whether a call that was answered is recorded, once for each call. Stored before the carrier is told. `ask`: the
   * other party has said yes; `announce`: nobody was asked, so it is recorded only where nobody has to be.
   */
  begin(call: CallRecord, consent: RecordingConsent): Promise<boolean>;
  /**
   * Nothing is recorded until the work is done, or its time is over. False: it cannot be kept from being recorded, and the
   * work was not begun.
   */
  pausedWhile<T>(call: CallKey, limitMs: number, work: () => Promise<T>): Promise<T | false>;
  /** The carrier says that something has changed. Of a call that is not this carrier's, nothing is done. */
  hint(carrier: Carrier, call: { readonly callId: string; readonly carrierSid: string }): Promise<void>;
}

/** Whose recording it is at the carrier. */
export interface RecordedCall {
  readonly carrier: string;
  readonly carrierAccount: string | null;
  /** The carrier's id of the call. */
  readonly carrierSid: string;
}

export interface RecordingWork extends RecordedCall {
  /** `fetch`: it is not here yet. `remove`: it is here, and the carrier is to delete its own. */
  readonly kind: 'fetch' | 'remove';
  /** How often it was tried in vain. */
  readonly tries: number;
  readonly createdAt: Date;
  /** Where a job before may have left a file of it; null: nowhere. */
  readonly storeId: string | null;
}

/** When the sound begins, by the clock of the transcript. */
export interface SoundStart {
  readonly at: Date;
  readonly method: RecordingOffsetMethod;
  readonly errorMs: number;
}

/** What is known of a recording once its file is stored. */
export interface StoredRecording {
  readonly bytes: number;
  readonly milliseconds: number;
  readonly peaks: RecordingPeaks;
  /** As the carrier says. */
  readonly startedAt: Date | null;
  /** The channel that the agent is on, from 1. */
  readonly agentChannel: number;
  /** By the clock of the transcript; null: unknown. */
  readonly soundStart: SoundStart | null;
}

/** What tells where the sound of a recording begins. */
export interface TurnsOfCall {
  /** When the recording was asked for. */
  readonly askedAt: Date;
  /** When the agent began to say each entry of the transcript. */
  readonly agentTurns: readonly Date[];
  /** The one that is stored: the usual one, until it is found out. */
  readonly agentChannel: number;
}

export interface RecordingDeletion extends RecordedCall, CallKey {
  /** The carrier's id of the recording, where it was known. */
  readonly recordingSid: string | null;
  readonly storeId: string | null;
  /** Somebody may still be storing the file. */
  readonly inFlight: boolean;
  readonly atCarrier: boolean;
  readonly createdAt: Date;
}

/** The recordings themselves, as they go on. */
export interface RecordingStore {
  begin(call: CallRecord, consent: RecordingConsent, now: Date): Promise<boolean>;
  /** Sends the job that fetches; nothing for a call that is not recorded, or is another one at the carrier. */
  hint(
    owner: { readonly carrier: string; readonly account: string },
    callId: string,
    sid: string,
  ): Promise<void>;
  /** The call is over: it is fetched at that time, or sooner where the carrier says so. */
  callEnded(key: CallKey, at: Date): Promise<void>;
  /** Null: there is nothing to do, or another job is storing the file. */
  work(key: CallKey): Promise<RecordingWork | null>;
  /**
   * Before the file is stored: where it will be. No other job begins to until `letGo`, for so long at most, or since the
   * last `hold`. False: the recording is gone, is here already, or another job is storing it.
   */
  storing(key: CallKey, recordingSid: string, storeId: string, holdMs: number): Promise<boolean>;
  hold(key: CallKey, holdMs: number): Promise<void>;
  letGo(key: CallKey): Promise<void>;
  /** Null: the recording is gone. */
  turns(key: CallKey): Promise<TurnsOfCall | null>;
  /** False: no recording has its file in this store (any more), so the file must go. */
  ready(key: CallKey, storeId: string, stored: StoredRecording): Promise<boolean>;
  /** This and `postpone` change nothing while a job is storing the file. */
  ended(key: CallKey, state: 'absent' | 'failed', problem: RecordingProblem): Promise<void>;
  postpone(key: CallKey, problem: RecordingProblem, at: Date): Promise<void>;
  /** This server cannot ask the carrier, another one may: the same without counting a try. */
  leaveToOthers(key: CallKey, at: Date): Promise<void>;
  removed(key: CallKey): Promise<void>;
  postponeRemoval(key: CallKey, at: Date): Promise<void>;
  /** Sends the jobs of recordings that nobody has looked at since then, though their call is over; how many. */
  resume(before: Date, limit: number): Promise<number>;
  /** Deletes those that are older, by the time of the database, than their organization keeps them; how many. */
  expire(limit: number): Promise<number>;
  deletions(now: Date, limit: number): Promise<RecordingDeletion[]>;
  deleted(key: CallKey): Promise<void>;
  postponeDeletion(key: CallKey, at: Date): Promise<void>;
}

export interface PausableRecording extends RecordedCall {
  /** The call is up and is being recorded. */
  readonly running: boolean;
  /** Whether the carrier can pause it. */
  readonly canPause: boolean;
}

/** A command to the carrier that whoever has got it gives now. The others wait until it is answered, or `until` is over. */
export interface TakenCommand {
  readonly command: 'pause' | 'resume';
  readonly until: number;
}

/** Who wants a recording to pause: a person, a tool, or both; and what the carrier has confirmed. */
export interface PauseStore {
  find(key: CallKey): Promise<PausableRecording | null>;
  /**
   * Written to the audit log, where it is another request than before. The number of the last pause request of a person; `of`:
   * nothing is changed where that is another one by now.
   */
  requestByPerson(caller: Caller, callId: string, wanted: boolean, of?: number): Promise<number>;
  /** For so long at most; null: no longer. */
  requestByTool(key: CallKey, seconds: number | null): Promise<void>;
  /**
   * What the carrier is to be told next. `settled`: it does what is wanted, and has confirmed a pause. `busy`: another command
   * is on its way; whoever gave it gives the next one too. `gone`: it is not being recorded any more.
   */
  nextCommand(key: CallKey): Promise<TakenCommand | 'settled' | 'busy' | 'gone'>;
  /**
   * What that has changed. `again`: nothing, and another command is wanted by now. `late`: the command was given too long ago,
   * so what the carrier does now is not known by its answer. `unsent`: it was not told at all.
   */
  answered(
    key: CallKey,
    given: TakenCommand,
    answer: PauseOutcome['kind'] | 'unsent',
  ): Promise<'paused' | 'resumed' | 'none' | 'again' | 'late'>;
  /** Those at which the carrier may not do what is wanted, though nobody is telling it. */
  unsettled(limit: number): Promise<(RecordedCall & CallKey)[]>;
}

/** What is left out stays as it is. */
type ConsentChange = {
  readonly [Name in 'consent' | 'agentConsent' | 'keepDays']?: RecordingSettings[Name] | undefined;
};

/** What people see of recordings. */
export interface RecordingAccess {
  /** `missing`: there is no such call. */
  read(key: CallKey): Promise<Recording | null | 'missing'>;
  /** Where the file is, written to the audit log. Null: no recording; `not ready`: no file. */
  open(caller: Caller, callId: string, purpose: RecordingPurpose): Promise<'opened' | 'not ready' | null>;
  /** The store that has the file; null where it is not to be played (any more). */
  storeOf(key: CallKey): Promise<string | null>;
  retry(caller: Caller, callId: string): Promise<'retried' | 'not ready' | null>;
  settings(tenantId: string): Promise<RecordingSettings>;
  /** `changed`: by somebody else since this revision. `unknown agent`: one of them is not of this organization. */
  saveSettings(
    caller: Caller,
    settings: Pick<RecordingSettings, 'enabled' | 'agentIds' | 'removeAtCarrier'> & ConsentChange,
    revision: number,
  ): Promise<RecordingSettings | 'changed' | 'unknown agent'>;
}
