import {
  type CallDirection,
  type CallReason,
  type CallResult,
  type CallStatus,
  isTerminal,
  latencyGroupOf,
  lengthBounds,
  type ReportResult,
  type TurnTiming,
  type VoiceEngine,
} from '@parley/contract';
import { localTimeAt } from './zoned-time.ts';

/** What something adds to the figures of a day. */
export interface Fact {
  readonly day: string;
  /** Of calls; '' for what belongs to neither side. */
  readonly side: 'sandbox' | 'real' | '';
  readonly kind: FactKind;
  readonly key: string;
  readonly counted: number;
  readonly amount: number;
}

export type FactKind =
  /** By `ReportResult`. */
  | 'result'
  | 'direction'
  /** Answered calls that are over; the amount is their seconds. */
  | 'answered'
  /** Outbound calls that are over, by hour; the amount is how many of them were answered. */
  | 'hour'
  /** By the place in `lengthBounds`; the amount is seconds. */
  | 'length'
  /** By `groupKey`. */
  | 'group'
  /** Turns, by engine and group of latencies. */
  | 'latency'
  /** By reason; '' without one. */
  | 'failure'
  /** By currency, what costs and whether it is final; the amount is in millionths. */
  | 'cost'
  /** `opened` or `closed`. */
  | 'follow-up'
  | 'opt-out';

export interface CountedCost {
  readonly currency: string;
  readonly carrierMicros: number | null;
  readonly carrierState: 'estimate' | 'final' | 'none';
  readonly modelMicros: number | null;
  readonly modelState: 'estimate' | 'final' | 'none';
}

export interface CountedCall {
  readonly createdAt: Date;
  readonly sandbox: boolean;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  readonly answered: boolean;
  readonly duration: number | null;
  readonly result: CallResult | null;
  readonly agentId: string | null;
  readonly version: number | null;
  readonly templateId: string | null;
  readonly engine: VoiceEngine;
  readonly turns: readonly TurnTiming[];
  readonly cost: CountedCost | null;
}

/** Reasons that say how a call went, not that it failed or reached nobody. */
const noFailures: ReadonlySet<CallReason | null> = new Set<CallReason | null>([
  ...(['do_not_call', 'ended_by_user', 'transferred', 'silence', 'max_length', 'after_hours'] as const),
  'wrong_number',
]);
const machines: ReadonlySet<CallReason | null> = new Set<CallReason | null>(['voicemail', 'voicemail_left']);

/** Whether a person answered. */
const isAnswered = ({ answered, reason }: CountedCall) => answered && !machines.has(reason);

/** Each call is one of them (RE3). */
function resultOf(call: CountedCall): ReportResult {
  if (!isTerminal(call.status)) return 'open';
  if (call.result !== null) return call.result;
  if (call.status === 'failed') return 'failed';
  return isAnswered(call) ? 'unknown' : 'unanswered';
}

/** Null: it did not fail. */
function failureOf({ status, reason }: CountedCall): string | null {
  if (reason === null) return status === 'completed' ? null : '';
  return noFailures.has(reason) ? null : reason;
}

/** Agent, version, template and result in one key; `readGroupKey` reads it. */
const groupKey = (call: CountedCall, result: ReportResult) =>
  JSON.stringify([call.agentId, call.version, call.templateId, result]);

export function readGroupKey(key: string) {
  const [agentId, version, templateId, result] = JSON.parse(key) as [
    string | null,
    number | null,
    string | null,
    ReportResult,
  ];
  return { agentId, version, templateId, result };
}

const dayOf = (zone: string, at: Date) =>
  new Date(localTimeAt(zone, at.getTime())).toISOString().slice(0, 10);

/** What a call adds to the figures of the day on which it was placed or arrived. */
export function callFacts(call: CountedCall, zone: string): Fact[] {
  const local = new Date(localTimeAt(zone, call.createdAt.getTime())).toISOString();
  const of = { day: local.slice(0, 10), side: call.sandbox ? 'sandbox' : 'real' } as const;
  const facts: Fact[] = [];
  const add = (kind: FactKind, key: string, counted = 1, amount = 0) =>
    void facts.push({ ...of, kind, key, counted, amount });
  const result = resultOf(call);
  add('result', result);
  add('direction', call.direction);
  for (const [key, micros] of costsOf(call.cost)) add('cost', key, 1, micros);
  // What may still change while somebody speaks is counted once at the end.
  if (result === 'open') return facts;
  const answered = isAnswered(call);
  const seconds = Math.max(0, call.duration ?? 0);
  if (call.direction === 'outbound') add('hour', local.slice(11, 13), 1, answered ? 1 : 0);
  if (answered) {
    add('answered', '', 1, seconds);
    add('length', String(lengthBounds.findLastIndex((from) => from <= seconds)), 1, seconds);
  }
  add('group', groupKey(call, result));
  const failure = failureOf(call);
  if (failure !== null) add('failure', failure);
  for (const [group, turns] of latenciesOf(call.turns)) add('latency', `${call.engine} ${group}`, turns);
  return facts;
}

function* costsOf(cost: CountedCost | null): Iterable<[key: string, micros: number]> {
  if (cost === null) return;
  const { currency, carrierMicros, carrierState, modelMicros, modelState } = cost;
  if (carrierState !== 'none' && carrierMicros !== null)
    yield [`${currency} carrier ${carrierState}`, carrierMicros];
  if (modelState !== 'none' && modelMicros !== null) yield [`${currency} model ${modelState}`, modelMicros];
}

function latenciesOf(turns: readonly TurnTiming[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { firstSpeechMs, toolMs = 0 } of turns) {
    if (firstSpeechMs === null) continue;
    const group = latencyGroupOf(Math.max(0, firstSpeechMs - toolMs));
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

/** A follow-up adds to the day on which it was made, and to that on which it was done. */
export function followUpFacts(createdAt: Date, closedAt: Date | null, zone: string): Fact[] {
  const fact = (at: Date, key: string): Fact => ({
    ...{ day: dayOf(zone, at), side: '', kind: 'follow-up', key, counted: 1, amount: 0 },
  });
  return [fact(createdAt, 'opened'), ...(closedAt ? [fact(closedAt, 'closed')] : [])];
}

export function optOutFacts(createdAt: Date, zone: string): Fact[] {
  return [{ day: dayOf(zone, createdAt), side: '', kind: 'opt-out', key: '', counted: 1, amount: 0 }];
}
