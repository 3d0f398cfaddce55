import type {
  CallDirection,
  CallStatus,
  DeliveryProblem,
  ErrorCode,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';
import { Counter, gauge, Histogram, type MetricFamily, type Point } from './instruments.ts';
import { modelFamilies } from './model-metrics.ts';

/**
 * What this process counts. Recording is an addition in memory; whoever reads takes what is there. Labels are words of
 * fixed lists: never an organization, a number, a call or anything that was said (docs/metrics.md).
 */
const callsTotal = new Counter<[CallDirection, VoiceEngine, CallStatus]>(
  'calls_total',
  'Calls whose end this server stored.',
  ['direction', 'engine', 'outcome'],
);
const callDuration = new Histogram<[CallDirection, VoiceEngine]>(
  'call_duration_seconds',
  'How long answered calls took, from the answer to the end.',
  ['direction', 'engine'],
  [5, 15, 30, 60, 120, 300, 600, 1800],
);
const turnLatency = new Histogram<[VoiceEngine, 'model' | 'speech' | 'tools' | 'total']>(
  'turn_latency_seconds',
  'From the end of what the other party said to the reply: to its first text (model), from there to its first sound (speech), to its first sound (total); and how much of that was spent on tools.',
  ['engine', 'stage'],
  [0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 3, 5],
);
const firstWord = new Histogram<[VoiceEngine]>(
  'first_word_seconds',
  'From the beginning of the conversation to the first word of the agent.',
  ['engine'],
  [0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 3, 5],
);
const carrierRequests = new Counter<[CarrierOperation, CarrierAnswer]>(
  'carrier_requests_total',
  'Requests to the API of the phone carrier.',
  ['op', 'status'],
);
const dialRefusals = new Counter<[ErrorCode]>(
  'dial_refusals_total',
  'Calls that were asked for and not placed, by the error code of the answer.',
  ['reason'],
);
const reconciledCalls = new Counter<[CallStatus, CallStatus]>(
  'reconciled_calls_total',
  'Calls whose state was found by asking the carrier, because no notice of it had arrived.',
  ['from', 'to'],
);
const recordingLag = new Histogram<[]>(
  'recording_lag_seconds',
  'From the end of a recording to the moment at which it is stored here.',
  [],
  [5, 15, 30, 60, 120, 300, 600, 1800, 7200],
);
const webhookDeliveries = new Counter<['accepted' | DeliveryProblem]>(
  'webhook_deliveries_total',
  'Attempts to send an event to an endpoint, by what came of them.',
  ['result'],
);

export type CarrierOperation = 'calls' | 'messages' | 'recordings' | 'numbers' | 'account' | 'other';
export type CarrierAnswer = '2xx' | '3xx' | '4xx' | '429' | '5xx' | 'none';

const counted: readonly MetricFamily[] = [
  callsTotal,
  callDuration,
  turnLatency,
  firstWord,
  carrierRequests,
  dialRefusals,
  reconciledCalls,
  recordingLag,
  webhookDeliveries,
  ...modelFamilies,
];

/** What the database says of the whole deployment; null: it did not answer. */
export interface DeploymentFigures {
  readonly callsActive: readonly (readonly [CallDirection, number])[];
  readonly jobsWaiting: readonly (readonly [queue: string, number])[];
}

/** What a server tells, in a fixed order. */
export function allFamilies(deployment: DeploymentFigures | null, residentBytes: number): MetricFamily[] {
  const points = (figures: readonly (readonly [string, number])[] = []): Point[] =>
    figures.map(([label, value]) => ({ labels: [label], value }));
  const one = (value: number): Point[] => [{ labels: [], value }];
  return [
    ...counted,
    gauge(
      'calls_active',
      'Calls of the whole deployment that are not over.',
      ['direction'],
      points(deployment?.callsActive),
    ),
    gauge(
      'jobs_waiting',
      'Jobs of the whole deployment that wait for a worker, as they were counted some seconds ago.',
      ['queue'],
      points(deployment?.jobsWaiting),
    ),
    gauge('database_up', '1 if the database answered, otherwise 0.', [], one(deployment ? 1 : 0)),
    gauge(
      'process_resident_memory_bytes',
      'Memory of this server, as the operating system counts it.',
      [],
      one(residentBytes),
    ),
  ];
}

export function countCall(call: {
  readonly direction: CallDirection;
  readonly engine: VoiceEngine;
  readonly status: CallStatus;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
}): void {
  const { direction, engine, status, answeredAt, endedAt } = call;
  callsTotal.add(direction, engine, status);
  if (answeredAt !== null && endedAt !== null)
    callDuration.observe((endedAt.getTime() - answeredAt.getTime()) / 1000, direction, engine);
}

export function countTurn(engine: VoiceEngine, { firstTokenMs, firstSpeechMs, toolMs }: TurnTiming): void {
  if (firstTokenMs !== null) turnLatency.observe(firstTokenMs / 1000, engine, 'model');
  // Where the carrier speaks, it does not tell when it begins to.
  if (engine === 'realtime' && firstTokenMs !== null && firstSpeechMs !== null)
    turnLatency.observe((firstSpeechMs - firstTokenMs) / 1000, engine, 'speech');
  if (firstSpeechMs !== null) turnLatency.observe(firstSpeechMs / 1000, engine, 'total');
  if (toolMs !== undefined) turnLatency.observe(toolMs / 1000, engine, 'tools');
}

export function countFirstWord(engine: VoiceEngine, milliseconds: number): void {
  firstWord.observe(milliseconds / 1000, engine);
}

/** `status` is null where no answer came. */
export function countCarrierRequest(operation: CarrierOperation, status: number | null): void {
  carrierRequests.add(operation, carrierAnswerOf(status));
}

export function countDialRefusal(reason: ErrorCode): void {
  dialRefusals.add(reason);
}

export function countReconciled(from: CallStatus, to: CallStatus): void {
  if (from !== to) reconciledCalls.add(from, to);
}

export function countRecordingLag(milliseconds: number): void {
  recordingLag.observe(milliseconds / 1000);
}

/** `problem` is null where the endpoint has accepted it. */
export function countWebhookDelivery(problem: DeliveryProblem | null): void {
  webhookDeliveries.add(problem ?? 'accepted');
}

function carrierAnswerOf(status: number | null): CarrierAnswer {
  if (status === null) return 'none';
  if (status === 429) return '429';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}
