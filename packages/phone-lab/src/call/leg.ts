import type { Account } from '../account.ts';
import type { ChannelAudio } from '../audio/channel-audio.ts';
import type { FrameTimer } from '../audio/frame-timer.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { LiveWords } from '../handset/live-words.ts';
import type { Ledger } from '../ledger.ts';
import type { RecordingRecord, RecordingSource } from '../recording/record.ts';
import type { RecordingSettings } from '../recording/settings.ts';
import type { RecordingStore } from '../recording/store.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';
import type { StreamSettings } from '../stream/settings.ts';
import type { Voices } from '../voices/voices.ts';
import type { Callbacks } from '../webhook/callbacks.ts';
import type { CookieJar } from '../webhook/cookies.ts';
import type { Params } from '../webhook/signature.ts';
import type { Target } from '../webhook/target.ts';
import type { CallPlan, TwimlSource } from './plan.ts';
import type { CallRecord } from './record.ts';
import type { CallEvent, ProgressEvent } from './state-machine.ts';

export interface ChildRequest {
  to: string;
  from: string;
  ringTimeoutMs: number;
  timeLimitMs: number;
  statusCallback: (Target & { events: ReadonlySet<ProgressEvent> }) | null;
}

/** What a call needs from the carrier that carries it. */
export interface Carrier {
  readonly clock: Clock;
  readonly frameTimer: FrameTimer;
  readonly ledger: Ledger;
  readonly account: Account;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  readonly recordingStore: RecordingStore;
  readonly liveWords: LiveWords;
  /** Null where everything is said in the tone-coded voice. */
  readonly voices: Voices | null;
  /** The lab's own address. */
  origin(): string;
  ownsNumber(number: string): boolean;
  dialChild(parent: Leg, request: ChildRequest): Leg;
  ended(call: Leg): void;
}

/** The recordings of one leg, as TwiML starts and stops them. */
export interface LegRecordings {
  start(settings: RecordingSettings): { record: RecordingRecord; done: Promise<RecordingRecord> };
  named(name: string): RecordingRecord | null;
  /** False when it is not in progress. */
  stop(sid: string): boolean;
  /** Discards recordings from one source, as if they had never been requested. */
  drop(source: RecordingSource): void;
  /** ConversationRelay has the call, or has it no longer. */
  setRelay(isRelay: boolean): void;
}

/** A media stream of one leg. */
export interface OpenStream {
  readonly sid: string;
  readonly settings: StreamSettings;
  readonly isBidirectional: boolean;
  stop(): void;
}

/** One leg of a call, as the code that carries out its TwiML sees it. */
export interface Leg {
  readonly sid: string;
  readonly record: CallRecord;
  readonly plan: CallPlan;
  readonly carrier: Carrier;
  readonly channel: VoiceChannel;
  readonly audio: ChannelAudio;
  readonly recordings: LegRecordings;
  /** Media streams that are open. */
  readonly streams: Set<OpenStream>;
  /** Cookies set by its documents. */
  readonly cookies: CookieJar;
  readonly ended: boolean;
  /** True when the call is answered, false when it ends before. */
  readonly answered: Promise<boolean>;
  readonly over: Promise<void>;
  /** Answers an inbound call; does nothing when it is answered. */
  answer(): void;
  /** Carries out a document before the leg is joined with another; whether it may be joined. */
  screen(source: TwimlSource): Promise<boolean>;
  apply(event: CallEvent): void;
  problem(level: 'error' | 'warning', code: number, message: string): void;
  /** Parameters of every webhook of this call. */
  params(): Params;
  /** The call's own time, in milliseconds since the epoch. */
  time(): number;
  /** Lab milliseconds since the call was created; `at` is a time of the carrier's clock. */
  labMs(at?: number): number;
}
