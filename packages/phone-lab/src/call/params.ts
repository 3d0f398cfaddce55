import { rfc2822 } from '../dates.ts';
import { countryOf } from '../phone-number-format.ts';
import type { Params } from '../webhook/signature.ts';
import type { CallRecord } from './record.ts';
import { durationSeconds, hasEnded, type Progress } from './state-machine.ts';

/** Parameters of every voice webhook. */
export function callParams(accountSid: string, record: CallRecord): Params {
  const params: Params = {
    CallSid: record.sid,
    AccountSid: accountSid,
    From: record.from,
    To: record.to,
    Caller: record.from,
    Called: record.to,
    CallStatus: record.status,
    ApiVersion: '2010-04-01',
    Direction: record.direction,
    ...geography('From', record.from),
    ...geography('Caller', record.from),
    ...geography('To', record.to),
    ...geography('Called', record.to),
  };
  if (record.parentCallSid) params.ParentCallSid = record.parentCallSid;
  return params;
}

/** Twilio sends unknown cities, states and postcodes as empty strings. */
function geography(prefix: string, number: string): Params {
  return {
    [`${prefix}City`]: '',
    [`${prefix}State`]: '',
    [`${prefix}Zip`]: '',
    [`${prefix}Country`]: countryOf(number),
  };
}

export function progressParams(accountSid: string, record: CallRecord, progress: Progress): Params {
  const params: Params = {
    ...callParams(accountSid, record),
    CallStatus: progress.status,
    Timestamp: rfc2822(progress.at),
    CallbackSource: 'call-progress-events',
    SequenceNumber: String(progress.sequence),
  };
  if (hasEnded(progress.status)) {
    const seconds = durationSeconds(record) ?? 0;
    params.CallDuration = String(seconds);
    // Billed minutes, rounded up.
    params.Duration = String(Math.ceil(seconds / 60));
    params.SipResponseCode = String(record.sipCode ?? 200);
  }
  // The call was signed when it went to the network.
  const isUp = progress.status === 'ringing' || progress.status === 'in-progress';
  if (record.stirStatus && isUp) params.StirStatus = record.stirStatus;
  if (record.answeredBy) params.AnsweredBy = record.answeredBy;
  return params;
}
