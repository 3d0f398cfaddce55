import type { RecordingSettings } from '../recording/settings.ts';
import type { Params } from '../webhook/signature.ts';
import type { Method, Target } from '../webhook/target.ts';
import type { ProgressEvent } from './state-machine.ts';

/** Where the next TwiML document comes from. */
export type TwimlSource =
  | { url: string; method: Method; params?: Params; purpose?: 'action' }
  | { twiml: string };

/** Answering machine detection as the call asks for it. */
export interface DetectionPlan {
  mode: 'Enable' | 'DetectMessageEnd';
  async: boolean;
  callback: Target | null;
  timeoutMs: number;
  speechThresholdMs: number;
  speechEndThresholdMs: number;
  silenceTimeoutMs: number;
}

/** What was asked for when the call was made. */
export interface CallPlan {
  /** Null for the legs a Dial makes: they run no document of their own. */
  source: TwimlSource | null;
  fallback: Target | null;
  statusCallback: (Target & { events: ReadonlySet<ProgressEvent> }) | null;
  ringTimeoutMs: number;
  timeLimitMs: number;
  sendDigits: string;
  detection: DetectionPlan | null;
  /** Record=true: the whole call, from the answer on. */
  recording: RecordingSettings | null;
}

/** Four hours, the longest a call may last unless the account says otherwise. */
export const defaultTimeLimitMs = 4 * 3600 * 1000;

export function barePlan(source: TwimlSource | null): CallPlan {
  return {
    source,
    fallback: null,
    statusCallback: null,
    ringTimeoutMs: 60_000,
    timeLimitMs: defaultTimeLimitMs,
    sendDigits: '',
    detection: null,
    recording: null,
  };
}
