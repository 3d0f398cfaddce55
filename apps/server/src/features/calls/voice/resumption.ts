import type { CallRecord } from '../../../ports/call.ts';
import type { BegunSession } from '../../../ports/stream-tokens.ts';
import { isLoss } from '../call-machine.ts';

/** A call whose connection keeps breaking is not resumed for ever. */
export const mostResumptions = 3;

/** What is left of the call has to be worth an apology and a sentence. */
export const shortestRestMs = 10_000;

export interface LostCall {
  readonly call: Pick<CallRecord, 'reason'>;
  /** The sessions so far, the lost one last. */
  readonly sessions: readonly BegunSession[];
  /** The other party has said something in the lost session. */
  readonly spoke: boolean;
  /** How long the session may still take at most, in milliseconds of the conversation. */
  readonly restMs: number;
  readonly now: Date;
  /** A resumed session that is lost within this time, without a word of the other party, is not resumed. */
  readonly resumeAfterMs: number;
}

/** Whether a lost conversation goes on in another session; null if so, otherwise why not. For the log. */
export function whyNotResumed(lost: LostCall): string | null {
  const { call, sessions, spoke, restMs, now, resumeAfterMs } = lost;
  const last = sessions.at(-1);
  if (!last) return 'no session has begun';
  if (call.reason !== null && !isLoss(call.reason)) return 'the conversation was about to end';
  if (last.session > mostResumptions) return 'resumed too often';
  const lastedMs = now.getTime() - last.beganAt.getTime();
  if (last.session > 1 && !spoke && lastedMs < resumeAfterMs) return 'lost again at once';
  return restMs < shortestRestMs ? 'the time of the call is over' : null;
}
