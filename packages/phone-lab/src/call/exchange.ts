import type { Beat } from '../audio/beat.ts';
import type { LineAudio } from '../audio/line-audio.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { LiveFeed } from '../handset/live-feed.ts';
import type { Ledger } from '../ledger.ts';
import type { Line } from '../line/line.ts';
import type { CallRecordings } from '../recording/call-recordings.ts';
import type { RecordingShelf } from '../recording/shelf.ts';
import type { StreamSession } from '../stream/session.ts';
import type { Callbacks } from '../webhook/callbacks.ts';
import type { CookieJar } from '../webhook/cookies.ts';
import type { Params } from '../webhook/signature.ts';
import type { Happening, ProgressEvent } from './machine.ts';
import type { CallPlan, Target } from './plan.ts';
import type { CallRecord } from './record.ts';

export interface Account {
  sid: string;
  authToken: string;
  apiKeySid: string;
  apiKeySecret: string;
}

export interface ChildRequest {
  to: string;
  from: string;
  ringTimeoutMs: number;
  timeLimitMs: number;
  statusCallback: (Target & { events: ReadonlySet<ProgressEvent> }) | null;
}

/** What a call needs from the lab around it. */
export interface Exchange {
  readonly clock: Clock;
  readonly beat: Beat;
  readonly ledger: Ledger;
  readonly account: Account;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  readonly shelf: RecordingShelf;
  readonly feed: LiveFeed;
  /** The lab's own address. */
  origin(): string;
  ownsNumber(number: string): boolean;
  dialChild(parent: Leg, request: ChildRequest): Leg;
  ended(call: Leg): void;
}

/** A call that is up, as the parts that carry out its TwiML see it. */
export interface Leg {
  readonly sid: string;
  readonly record: CallRecord;
  readonly plan: CallPlan;
  readonly exchange: Exchange;
  readonly line: Line;
  readonly audio: LineAudio;
  readonly recordings: CallRecordings;
  /** Media streams that are open. */
  readonly streams: Set<StreamSession>;
  /** What its documents asked to have remembered. */
  readonly cookies: CookieJar;
  readonly ended: boolean;
  /** True once somebody answered, false when the call ended before. */
  readonly answered: Promise<boolean>;
  readonly over: Promise<void>;
  /** Picks an inbound call up; does nothing where that has happened. */
  answer(): void;
  happen(happening: Happening): void;
  problem(level: 'error' | 'warning', code: number, message: string): void;
  /** What every webhook of this call carries. */
  params(): Params;
  /** The call's own time, in milliseconds since the epoch. */
  time(): number;
  /** Lab milliseconds since the call was made; `at` is a moment of the exchange's clock. */
  labMs(at?: number): number;
}
