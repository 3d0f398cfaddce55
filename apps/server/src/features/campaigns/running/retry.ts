import type {
  AttemptResult,
  CallReason,
  CallResult,
  CampaignPolicy,
  HoldReason,
  SuppressReason,
  TerminalStatus,
} from '@parley/contract';
import { hourMs, laterDay, minuteMs, openFrom, otherPartOfDay, type Place } from './open-times.ts';

/** What is known of a call that is over. */
export interface EndedCall {
  readonly status: TerminalStatus;
  readonly reason: CallReason | null;
  readonly answered: boolean;
  /** Seconds from the answer to the end. */
  readonly duration: number | null;
  /** The person asked not to be called again. */
  readonly optedOut: boolean;
  /** What was read from the call; null: nothing, or not yet. */
  readonly outcome: CallResult | null;
}

/** Whoever hangs up within so many seconds has not listened. */
export const earlySeconds = 10;

/** Of calls that nobody answered. Not named: the status decides. */
const unansweredResults: Partial<Record<CallReason, AttemptResult>> = {
  ...{ invalid_number: 'bad_number', unreachable_number: 'bad_number', number_blocked: 'bad_number' },
  // The carrier will not connect them, however often it is asked.
  ...{ country_blocked: 'bad_number', number_not_verified: 'bad_number' },
  ...{ carrier_busy: 'not_counted', carrier_refused: 'not_counted', carrier_unreachable: 'not_counted' },
  ...{ account_problem: 'not_counted', caller_id_not_owned: 'not_counted', never_sent: 'not_counted' },
  ...{ no_model: 'not_counted', no_agent: 'not_counted' },
  // Nobody knows whether the phone rang.
  ...{ unconfirmed: 'failed', unknown_to_carrier: 'failed' },
};

const statusResults: Record<TerminalStatus, AttemptResult> = {
  ...{ completed: 'no_answer', busy: 'busy', 'no-answer': 'no_answer', canceled: 'no_answer' },
  failed: 'failed',
};

export function resultOf(call: EndedCall): AttemptResult {
  if (call.optedOut || call.reason === 'do_not_call') return 'opted_out';
  // Somebody else has the number, whatever else was talked about.
  if (call.reason === 'wrong_number') return 'wrong_number';
  if (call.reason === 'voicemail' || call.reason === 'voicemail_left') return call.reason;
  if (!call.answered) return (call.reason && unansweredResults[call.reason]) ?? statusResults[call.status];
  return answeredResult(call);
}

function answeredResult({ reason, duration, outcome }: EndedCall): AttemptResult {
  if (outcome === 'reached') return 'reached';
  switch (reason) {
    // A conversation that broke: the person was there and did not hear it to the end.
    case 'agent_failed':
    case 'server_stopped':
    case 'line_dropped':
    case 'no_model':
    case 'network_failed':
      return 'failed';
    // The phone was picked up, and nobody spoke.
    case 'silence':
      return 'no_answer';
    // A colleague decided that it was over.
    case 'ended_by_user':
    case 'transferred':
      return 'reached';
    default:
      return duration !== null && duration < earlySeconds ? 'hung_up_early' : 'reached';
  }
}

export interface AttemptEnd {
  readonly result: AttemptResult;
  /** How many attempts counted before this one. */
  readonly counted: number;
  /** How many of those the person hung up early, and how many were busy. */
  readonly hungUpEarly: number;
  readonly busy: number;
  /** How many attempts directly before this one did not count. */
  readonly notCounted: number;
  readonly policy: Pick<CampaignPolicy, 'attempts' | 'waits' | 'voicemail'>;
  readonly now: Date;
  readonly place: Place;
}

export type AfterAttempt =
  | { readonly state: 'pending'; readonly nextAt: Date; readonly counts: boolean }
  | { readonly state: 'done' | 'exhausted'; readonly nextAt: null; readonly counts: true }
  | {
      readonly state: 'suppressed';
      readonly reason: SuppressReason;
      readonly nextAt: null;
      readonly counts: true;
    }
  | { readonly state: 'held'; readonly reason: HoldReason; readonly nextAt: null; readonly counts: false };

/** A carrier that refuses somebody so often in a row is not asked again before a person has looked. */
export const mostNotCounted = 12;
const longestNotCountedMs = 5 * minuteMs;

const done: AfterAttempt = { state: 'done', nextAt: null, counts: true };

/** What happens to somebody after an attempt. */
export function afterAttempt(end: AttemptEnd): AfterAttempt {
  const { result } = end;
  switch (result) {
    case 'reached':
    case 'bad_number':
      return done;
    case 'opted_out':
    case 'wrong_number':
      return { state: 'suppressed', reason: result, nextAt: null, counts: true };
    case 'not_counted':
      return afterNotCounted(end);
    case 'voicemail':
    case 'voicemail_left':
      return end.policy.voicemail === 'again' ? again(end) : done;
    case 'hung_up_early':
      // Once may be an accident.
      return end.hungUpEarly === 0 ? again(end) : { state: 'exhausted', nextAt: null, counts: true };
    default:
      return again(end);
  }
}

function afterNotCounted({ notCounted, now, place }: AttemptEnd): AfterAttempt {
  if (notCounted + 1 >= mostNotCounted)
    return { state: 'held', reason: 'carrier_refuses', nextAt: null, counts: false };
  const wait = Math.min(longestNotCountedMs, (notCounted + 1) * minuteMs);
  return { state: 'pending', nextAt: opened(place, now.getTime() + wait), counts: false };
}

function again(end: AttemptEnd): AfterAttempt {
  if (end.counted + 1 >= end.policy.attempts) return { state: 'exhausted', nextAt: null, counts: true };
  return { state: 'pending', nextAt: nextTime(end), counts: true };
}

/** After the second busy line, as many times as long. */
const busyAgain = 4;

function nextTime({ result, policy, busy, now, place }: AttemptEnd): Date {
  const at = now.getTime();
  const { busyMinutes, noAnswerHours, voicemailDays } = policy.waits;
  switch (result) {
    case 'busy':
      return opened(place, at + busyMinutes * minuteMs * (busy === 0 ? 1 : busyAgain));
    case 'no_answer':
    case 'failed': {
      const earliest = at + noAnswerHours * hourMs;
      return new Date(otherPartOfDay(place, at, earliest) ?? earliest);
    }
    case 'voicemail':
    case 'voicemail_left':
      return opened(place, laterDay(place.zones, at, voicemailDays));
    default:
      return opened(place, laterDay(place.zones, at, 1));
  }
}

/** Where it is never open the gate finds that out at the time itself. */
function opened(place: Place, at: number): Date {
  return new Date(openFrom(place, at) ?? at);
}
