import { type CallReason, type CallStatus, isTerminal, type TerminalStatus } from '@parley/contract';
import type { AmdAnswer, CallRecord, CarrierCallUpdate } from '../../ports/call.ts';

/** The part of a call that events change. The rules are numbered in docs/call-lifecycle.md. */
export type CallState = Pick<
  CallRecord,
  | 'direction'
  | 'status'
  | 'reason'
  | 'carrierSid'
  | 'sendingAt'
  | 'endRequestedAt'
  | 'answeredAt'
  | 'endedAt'
  | 'duration'
  | 'answeredBy'
  | 'sipCode'
  | 'attestation'
  | 'session'
  | 'voicemailMessageAt'
>;

export type CallChanges = { -readonly [Key in keyof CallState]?: CallState[Key] };

export type CallEvent =
  /** About to ask the carrier to dial. */
  | { readonly type: 'sending'; readonly at: Date }
  /** The carrier reported a status: in its answer to a request of ours, in a callback, or when we fetched the call. */
  | { readonly type: 'carrier'; readonly update: CarrierCallUpdate }
  /** The carrier refused to dial. */
  | { readonly type: 'refused'; readonly reason: CallReason; readonly at: Date }
  /** Result of answering machine detection. */
  | { readonly type: 'detected'; readonly sid: string; readonly answeredBy: AmdAnswer; readonly at: Date }
  /** Somebody asked for the call to end; without a reason it was a person at the desk. */
  | { readonly type: 'end_requested'; readonly reason: CallReason | null; readonly at: Date }
  /** Why it ends or has just ended, reported by the voice session. */
  | {
      readonly type: 'noted';
      readonly reason: CallReason;
      /** The session that reports it; what an earlier one reports after a later one has begun no longer counts. */
      readonly session?: number;
      readonly at: Date;
    }
  /** A session has begun in place of one that was lost. */
  | { readonly type: 'resumed'; readonly session: number; readonly at: Date }
  /** Nobody has taken the call that this session handed over. */
  | { readonly type: 'transfer_failed'; readonly session: number; readonly at: Date }
  /** A session is about to leave the message for answering machines. */
  | { readonly type: 'message_claimed'; readonly session: number; readonly at: Date }
  /** Nothing more will be learned about the call. */
  | {
      readonly type: 'given_up';
      readonly reason: 'never_sent' | 'unconfirmed' | 'unknown_to_carrier';
      readonly at: Date;
    };

const rank: Record<CallStatus, number> = {
  queued: 0,
  initiated: 1,
  ringing: 2,
  'in-progress': 3,
  completed: 4,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  canceled: 4,
};

/** What an event changes about a call; null when it changes nothing. Pure: time comes with the event. */
export function changesOf(call: CallState, event: CallEvent): CallChanges | null {
  switch (event.type) {
    case 'sending':
      if (isTerminal(call.status) || call.sendingAt !== null) return null;
      return call.endRequestedAt === null ? { sendingAt: event.at } : finished(call, 'canceled', event.at);
    case 'carrier':
      return applyUpdate(call, event.update);
    case 'refused':
      if (isTerminal(call.status) || call.carrierSid !== null) return null;
      return { status: 'failed', reason: event.reason, endedAt: event.at };
    case 'detected':
      return applyAmdResult(call, event);
    case 'end_requested':
      if (isTerminal(call.status) || call.endRequestedAt !== null) return null;
      return { endRequestedAt: event.at, ...(event.reason && { reason: event.reason }) };
    case 'noted':
      // The carrier may report the end of a call before the session has reported the reason.
      if (isTerminal(call.status) && call.status !== 'completed') return null;
      if (event.session !== undefined && event.session < call.session) return null;
      // The message was about to be left, and nothing of it was heard.
      if (call.reason === 'voicemail_left' && event.reason === 'voicemail') return { reason: 'voicemail' };
      return call.reason !== null ? null : { reason: event.reason };
    case 'resumed':
      if (event.session <= call.session) return null;
      return { session: event.session, ...(isVoidByResumption(call.reason) && { reason: null }) };
    case 'transfer_failed':
      return event.session >= call.session && call.reason === 'transferred' ? { reason: null } : null;
    case 'message_claimed':
      return claimMessage(call, event);
    case 'given_up':
      return giveUp(call, event);
  }
}

/** Whether the reason only says that a conversation was cut off; it is void when the conversation goes on. */
export function isLoss(reason: CallReason | null): boolean {
  return reason === 'line_dropped' || reason === 'server_stopped';
}

/** Nobody took the call if another session begins after it was handed over. */
function isVoidByResumption(reason: CallReason | null): boolean {
  return isLoss(reason) || reason === 'transferred';
}

/** Whether an update is about another call at the carrier than the one stored for this row. */
export function isSecondCall(call: Pick<CallState, 'carrierSid'>, sid: string): boolean {
  return call.carrierSid !== null && call.carrierSid !== sid;
}

/** The one terminal state that an update reopens: if the carrier reports the call, it exists. */
function reopenUnconfirmed(call: CallState): CallChanges {
  const unconfirmed = call.status === 'failed' && call.reason === 'unconfirmed';
  return unconfirmed ? { status: 'queued', reason: null, endedAt: null } : {};
}

function applyUpdate(call: CallState, update: CarrierCallUpdate): CallChanges | null {
  if (isSecondCall(call, update.sid)) return null;
  const reopened = reopenUnconfirmed(call);
  const before = { ...call, ...reopened };
  const changes: CallChanges = { ...reopened };
  if (before.carrierSid === null) changes.carrierSid = update.sid;
  Object.assign(
    changes,
    isTerminal(before.status) ? correctDuration(before, update) : advance(before, update),
  );
  Object.assign(changes, whoAnswered({ ...call, ...changes }, update.answeredBy, update.at));
  Object.assign(changes, networkSaid(call, update));
  return Object.keys(changes).length > 0 ? changes : null;
}

/** The first that is told counts, also after the end: the carrier tells it in callbacks alone, which may be late. */
function networkSaid(call: CallState, update: CarrierCallUpdate): CallChanges {
  const { sipCode = null, attestation = null } = update;
  return {
    ...(call.sipCode === null && sipCode !== null && isTerminal(update.status) && { sipCode }),
    ...(call.attestation === null && attestation !== null && { attestation }),
  };
}

function advance(call: CallState, update: CarrierCallUpdate): CallChanges {
  if (rank[update.status] <= rank[call.status]) return {};
  if (isTerminal(update.status)) return isComplete(update) ? ending(call, update.status, update) : {};
  if (update.status !== 'in-progress') return { status: update.status };
  return { status: update.status, answeredAt: update.at };
}

/**
 * Just after the end, the carrier returns a call as `completed` without a duration. Such an update does not end the
 * call here: an ended call is not compared again, so the duration would never be stored.
 */
function isComplete({ status, duration, endedAt }: CarrierCallUpdate): boolean {
  return status !== 'completed' || duration !== null || endedAt !== null;
}

function ending(call: CallState, status: TerminalStatus, update: CarrierCallUpdate): CallChanges {
  const endedAt = update.endedAt ?? update.at;
  const answered = status === 'completed' || (update.duration ?? 0) > 0 || call.answeredAt !== null;
  if (!answered) return finished(call, status, endedAt);
  const duration = update.duration ?? secondsBetween(call.answeredAt, endedAt);
  return {
    ...finished(call, status, endedAt),
    duration,
    answeredAt: call.answeredAt ?? (duration === null ? null : new Date(endedAt.getTime() - duration * 1000)),
  };
}

/** The status stays; the carrier's duration replaces the one computed here. */
function correctDuration(call: CallState, update: CarrierCallUpdate): CallChanges {
  if (update.status !== call.status || update.duration === null || update.duration === call.duration)
    return {};
  const answered = call.status === 'completed' || update.duration > 0;
  return answered ? { duration: update.duration } : {};
}

function finished(call: CallState, status: TerminalStatus, endedAt: Date): CallChanges {
  return { status, endedAt, reason: call.reason ?? reasonOf(call, status) };
}

function reasonOf(call: CallState, status: TerminalStatus): CallReason | null {
  switch (status) {
    case 'busy':
      return 'line_busy';
    case 'no-answer':
      return 'no_answer';
    case 'failed':
      return 'network_failed';
    case 'completed':
      return call.endRequestedAt === null ? null : 'ended_by_user';
    case 'canceled':
      if (call.endRequestedAt !== null) return 'ended_by_user';
      return call.direction === 'inbound' ? 'caller_gave_up' : null;
  }
}

function applyAmdResult(call: CallState, event: CallEvent & { type: 'detected' }): CallChanges | null {
  if (isSecondCall(call, event.sid)) return null;
  const reopened = reopenUnconfirmed(call);
  const changes = { ...reopened, ...whoAnswered({ ...call, ...reopened }, event.answeredBy, event.at) };
  if (call.carrierSid === null) changes.carrierSid = event.sid;
  return Object.keys(changes).length > 0 ? changes : null;
}

function whoAnswered(call: CallState, answeredBy: AmdAnswer | null, at: Date): CallChanges {
  if (answeredBy === null || call.answeredBy !== null) return {};
  const hangUp =
    isMachine(answeredBy) &&
    greetingEndOf(answeredBy) === null &&
    !isTerminal(call.status) &&
    call.endRequestedAt === null;
  return hangUp ? { answeredBy, endRequestedAt: at, reason: call.reason ?? 'voicemail' } : { answeredBy };
}

/** Unknown counts as a person: greeting a machine does less harm than hanging up on somebody. */
export function isMachine(answeredBy: AmdAnswer): answeredBy is Exclude<AmdAnswer, 'human' | 'unknown'> {
  return answeredBy !== 'human' && answeredBy !== 'unknown';
}

/**
 * How the greeting of a machine ended; null for any other result. Only calls that wait for the end of a greeting get one,
 * and their session decides what follows.
 */
export function greetingEndOf(answeredBy: AmdAnswer | null): 'beep' | 'silence' | 'other' | null {
  switch (answeredBy) {
    case 'machine_beep':
      return 'beep';
    case 'machine_silence':
      return 'silence';
    case 'machine_other':
      return 'other';
    default:
      return null;
  }
}

/** Of all sessions of a call one leaves the message, whatever becomes of it. */
function claimMessage(
  call: CallState,
  { session, at }: CallEvent & { type: 'message_claimed' },
): CallChanges | null {
  const isOver = isTerminal(call.status) || call.endRequestedAt !== null;
  if (isOver || call.voicemailMessageAt !== null || session !== call.session) return null;
  const known = call.reason !== null && !isLoss(call.reason);
  return { voicemailMessageAt: at, ...(!known && { reason: 'voicemail_left' as const }) };
}

function giveUp(call: CallState, { reason, at }: CallEvent & { type: 'given_up' }): CallChanges | null {
  if (isTerminal(call.status)) return null;
  if (reason === 'never_sent' && (call.sendingAt !== null || call.carrierSid !== null)) return null;
  if (reason === 'unconfirmed' && call.carrierSid !== null) return null;
  return { status: 'failed', reason, endedAt: at };
}

function secondsBetween(start: Date | null, end: Date): number | null {
  return start === null ? null : Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000));
}
