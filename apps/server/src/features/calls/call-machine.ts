import { type CallReason, type CallStatus, isTerminal, type TerminalStatus } from '@parley/contract';
import type { CallRecord, CarrierCallUpdate } from '../../ports/call.ts';

/** The part of a call that its life moves. The rules are numbered in docs/call-lifecycle.md. */
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
>;

export type CallChanges = { -readonly [Key in keyof CallState]?: CallState[Key] };

export type CallEvent =
  /** About to ask the carrier to dial. */
  | { readonly type: 'sending'; readonly at: Date }
  /** The carrier's word: the answer to a create or a hang-up, a callback, or what it said when asked. */
  | { readonly type: 'carrier'; readonly update: CarrierCallUpdate }
  /** The carrier refused to dial. */
  | { readonly type: 'refused'; readonly reason: CallReason; readonly at: Date }
  /** Who answered, as far as the carrier can tell. */
  | { readonly type: 'detected'; readonly sid: string; readonly answeredBy: string; readonly at: Date }
  /** The call shall end; without a reason a person at the desk wants it. */
  | { readonly type: 'end_requested'; readonly reason: CallReason | null; readonly at: Date }
  /** Why it ends, or has just ended, said by whoever runs the conversation. */
  | { readonly type: 'noted'; readonly reason: CallReason; readonly at: Date }
  /** Nobody will hear of it again. */
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

/** What an event changes about a call; null when it is absorbed. Pure: time comes with the event. */
export function changesOf(call: CallState, event: CallEvent): CallChanges | null {
  switch (event.type) {
    case 'sending':
      if (isTerminal(call.status) || call.sendingAt !== null) return null;
      return call.endRequestedAt === null ? { sendingAt: event.at } : finished(call, 'canceled', event.at);
    case 'carrier':
      return hear(call, event.update);
    case 'refused':
      if (isTerminal(call.status) || call.carrierSid !== null) return null;
      return { status: 'failed', reason: event.reason, endedAt: event.at };
    case 'detected':
      return hearWho(call, event);
    case 'end_requested':
      if (isTerminal(call.status) || call.endRequestedAt !== null) return null;
      return { endRequestedAt: event.at, ...(event.reason && { reason: event.reason }) };
    case 'noted':
      // The carrier may say that the call is over before the conversation has said why.
      if (isTerminal(call.status) && call.status !== 'completed') return null;
      return call.reason !== null ? null : { reason: event.reason };
    case 'given_up':
      return giveUp(call, event);
  }
}

/** True for a word about another call at the carrier than the one we hold: a call too many. */
export function isSecondCall(call: Pick<CallState, 'carrierSid'>, sid: string): boolean {
  return call.carrierSid !== null && call.carrierSid !== sid;
}

/** The one terminal state that the carrier may revive: to be spoken of at all, the call must exist there. */
function revive(call: CallState): CallChanges {
  const unconfirmed = call.status === 'failed' && call.reason === 'unconfirmed';
  return unconfirmed ? { status: 'queued', reason: null, endedAt: null } : {};
}

function hear(call: CallState, word: CarrierCallUpdate): CallChanges | null {
  if (isSecondCall(call, word.sid)) return null;
  const revived = revive(call);
  const before = { ...call, ...revived };
  const changes: CallChanges = { ...revived };
  if (before.carrierSid === null) changes.carrierSid = word.sid;
  Object.assign(changes, isTerminal(before.status) ? completeFacts(before, word) : advance(before, word));
  Object.assign(changes, whoAnswered({ ...call, ...changes }, word.answeredBy, word.at));
  return Object.keys(changes).length > 0 ? changes : null;
}

function advance(call: CallState, word: CarrierCallUpdate): CallChanges {
  if (rank[word.status] <= rank[call.status]) return {};
  if (isTerminal(word.status)) return isWhole(word) ? ending(call, word.status, word) : {};
  if (word.status !== 'in-progress') return { status: word.status };
  return { status: word.status, answeredAt: word.at };
}

/**
 * What is asked about a call that is just over says so without its length. Once a call has ended here nobody looks at it
 * again, so such a word does not end it: the one with the figures does, called back or asked for.
 */
function isWhole({ status, duration, endedAt }: CarrierCallUpdate): boolean {
  return status !== 'completed' || duration !== null || endedAt !== null;
}

function ending(call: CallState, status: TerminalStatus, word: CarrierCallUpdate): CallChanges {
  const endedAt = word.endedAt ?? word.at;
  const answered = status === 'completed' || (word.duration ?? 0) > 0 || call.answeredAt !== null;
  if (!answered) return finished(call, status, endedAt);
  const duration = word.duration ?? secondsBetween(call.answeredAt, endedAt);
  return {
    ...finished(call, status, endedAt),
    duration,
    answeredAt: call.answeredAt ?? (duration === null ? null : new Date(endedAt.getTime() - duration * 1000)),
  };
}

/** The status stays, but the carrier's own figures replace what we had to work out ourselves. */
function completeFacts(call: CallState, word: CarrierCallUpdate): CallChanges {
  if (word.status !== call.status || word.duration === null || word.duration === call.duration) return {};
  const answered = call.status === 'completed' || word.duration > 0;
  return answered ? { duration: word.duration } : {};
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

function hearWho(call: CallState, event: CallEvent & { type: 'detected' }): CallChanges | null {
  if (isSecondCall(call, event.sid)) return null;
  const revived = revive(call);
  const changes = { ...revived, ...whoAnswered({ ...call, ...revived }, event.answeredBy, event.at) };
  if (call.carrierSid === null) changes.carrierSid = event.sid;
  return Object.keys(changes).length > 0 ? changes : null;
}

function whoAnswered(call: CallState, answeredBy: string | null, at: Date): CallChanges {
  if (answeredBy === null || call.answeredBy !== null) return {};
  const hangUp = isMachine(answeredBy) && !isTerminal(call.status) && call.endRequestedAt === null;
  return hangUp ? { answeredBy, endRequestedAt: at, reason: call.reason ?? 'voicemail' } : { answeredBy };
}

/** Unknown counts as a person: better to greet a machine than to hang up on somebody. */
export function isMachine(answeredBy: string): boolean {
  return answeredBy === 'fax' || answeredBy.startsWith('machine');
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
