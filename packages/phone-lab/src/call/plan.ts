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

/** What was requested when the call was created. */
export interface CallPlan {
  /** Null for legs of a Dial: they run a document only before they are joined. */
  source: TwimlSource | null;
  fallback: Target | null;
  statusCallback: (Target & { events: ReadonlySet<ProgressEvent> }) | null;
  ringTimeoutMs: number;
  timeLimitMs: number;
  sendDigits: string;
  detection: DetectionPlan | null;
  /** Record=true: the whole call from its answer. */
  recording: RecordingSettings | null;
}

/** Four hours, Twilio's default. */
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
