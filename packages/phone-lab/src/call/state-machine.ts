/** The states of a call as a pure function: from state and event to the new state and its progress events. */

export type EndStatus = 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled';
export type CallStatus = 'queued' | 'initiated' | 'ringing' | 'in-progress' | EndStatus;
export type ProgressEvent = 'initiated' | 'ringing' | 'answered' | 'completed';

export interface CallState {
  status: CallStatus;
  /** The sequence number of the next progress event; events without a subscriber count too. */
  sequence: number;
  startedAt: number | null;
  answeredAt: number | null;
  endedAt: number | null;
  sipCode: number | null;
}

export type TimedCallEvent =
  | { type: 'dequeued'; at: number }
  | { type: 'rang'; at: number }
  | { type: 'answered'; at: number }
  | { type: 'busy'; at: number }
  /** With a code where the phone did not just ring to the end. */
  | { type: 'unanswered'; at: number; sipCode?: number }
  | { type: 'unreachable'; at: number; sipCode: number }
  /** An inbound call refused by TwiML before it was answered. */
  | { type: 'rejected'; at: number; reason: 'rejected' | 'busy' }
  /** REST Status=canceled: has an effect only before the answer. */
  | { type: 'cancel'; at: number }
  /** Either side, the time limit, or REST Status=completed. */
  | { type: 'hangup'; at: number }
  /** The lab stopped while the call was live. */
  | { type: 'lost'; at: number };

/** An event without its time. */
export type CallEvent = TimedCallEvent extends infer Input
  ? Input extends { at: number }
    ? Omit<Input, 'at'>
    : never
  : never;

export interface Progress {
  event: ProgressEvent;
  status: CallStatus;
  sequence: number;
  at: number;
}

export interface Step {
  state: CallState;
  progress: Progress[];
}

export const newOutbound: CallState = {
  status: 'queued',
  sequence: 0,
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  sipCode: null,
};

export function newInbound(at: number): CallState {
  return { ...newOutbound, status: 'ringing', startedAt: at };
}

export function hasEnded(status: CallStatus): status is EndStatus {
  return (
    status === 'completed' ||
    status === 'busy' ||
    status === 'failed' ||
    status === 'no-answer' ||
    status === 'canceled'
  );
}

export function step(state: CallState, input: TimedCallEvent): Step {
  if (hasEnded(state.status)) return { state, progress: [] };
  const { at } = input;
  const dialing = state.status === 'initiated' || state.status === 'ringing';
  switch (input.type) {
    case 'dequeued':
      return state.status === 'queued'
        ? withProgress({ ...state, status: 'initiated', startedAt: at }, 'initiated', at)
        : unchanged(state);
    case 'rang':
      return state.status === 'initiated'
        ? withProgress({ ...state, status: 'ringing' }, 'ringing', at)
        : unchanged(state);
    case 'answered':
      return dialing
        ? withProgress({ ...state, status: 'in-progress', answeredAt: at }, 'answered', at)
        : unchanged(state);
    case 'busy':
      return dialing ? end(state, 'busy', at, 486) : unchanged(state);
    case 'unanswered':
      return dialing ? end(state, 'no-answer', at, input.sipCode ?? 487) : unchanged(state);
    case 'unreachable':
      return dialing ? end(state, 'failed', at, input.sipCode) : unchanged(state);
    case 'rejected':
      if (state.status !== 'ringing') return unchanged(state);
      return input.reason === 'busy' ? end(state, 'busy', at, 486) : end(state, 'no-answer', at, 603);
    case 'cancel':
      if (state.status === 'queued') return endSilently(state, 'canceled', at);
      return dialing ? end(state, 'canceled', at, 487) : unchanged(state);
    case 'hangup':
      if (state.status === 'queued') return endSilently(state, 'canceled', at);
      return dialing ? end(state, 'canceled', at, 487) : end(state, 'completed', at, 200);
    case 'lost':
      return endSilently(state, 'failed', at);
  }
}

/** Seconds from answer to end, rounded up; null for calls that were not completed. */
export function durationSeconds(state: CallState): number | null {
  if (state.status !== 'completed' || state.answeredAt === null || state.endedAt === null) return null;
  return Math.max(0, Math.ceil((state.endedAt - state.answeredAt) / 1000));
}

function unchanged(state: CallState): Step {
  return { state, progress: [] };
}

function withProgress(state: CallState, event: ProgressEvent, at: number): Step {
  const progress = { event, status: state.status, sequence: state.sequence, at };
  return { state: { ...state, sequence: state.sequence + 1 }, progress: [progress] };
}

function end(state: CallState, status: EndStatus, at: number, sipCode: number): Step {
  return withProgress({ ...state, status, endedAt: at, sipCode }, 'completed', at);
}

/** Without progress events: Twilio sends no callback for a call that was cancelled in the queue. */
function endSilently(state: CallState, status: EndStatus, at: number): Step {
  return { state: { ...state, status, endedAt: at }, progress: [] };
}
