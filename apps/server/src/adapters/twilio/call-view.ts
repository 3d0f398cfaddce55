import { type CallStatus, callStatuses, isTerminal } from '@parley/contract';
import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js';
import { microsOf } from '../../lib/costs/money.ts';
import type { AmdAnswer } from '../../ports/call.ts';
import type { CarrierCall, PriceOutcome } from '../../ports/carrier.ts';

export function callOf(call: CallInstance, now: Date): CarrierCall {
  const status = statusOf(call.status) ?? 'queued';
  const endedAt = call.endTime ?? null;
  return {
    sid: call.sid,
    status,
    at: isTerminal(status) ? (endedAt ?? call.dateUpdated ?? now) : now,
    endedAt,
    duration: secondsOf(call.duration),
    answeredBy: amdAnswerOf(call.answeredBy),
    from: call.from || null,
    to: call.to || null,
    createdAt: call.dateCreated ?? now,
  };
}

export function statusOf(value: string | undefined): CallStatus | null {
  return callStatuses.find((status) => status === value) ?? null;
}

const amdAnswers: ReadonlyMap<string, AmdAnswer> = new Map([
  ['human', 'human'],
  ['machine_start', 'machine'],
  ['machine_end_beep', 'machine_beep'],
  ['machine_end_silence', 'machine_silence'],
  ['machine_end_other', 'machine_other'],
  ['fax', 'fax'],
]);

/** Null where nothing was detected yet. What the carrier does not know, and a word that we do not, is unknown. */
export function amdAnswerOf(value: string | null | undefined): AmdAnswer | null {
  return value ? (amdAnswers.get(value) ?? 'unknown') : null;
}

export function secondsOf(value: string | null | undefined): number | null {
  return value && /^[0-9]{1,9}$/.test(value) ? Number(value) : null;
}

/** The price is null at first, and for minutes after the call. Charges are negative. */
export function priceOf({ price, priceUnit }: Pick<CallInstance, 'price' | 'priceUnit'>): PriceOutcome {
  const micros = price ? microsOf(price) : null;
  const currency = priceUnit?.toUpperCase() ?? '';
  return micros === null || currency === '' ? { kind: 'pending' } : { kind: 'known', micros, currency };
}
