import { inboundPlan } from '../call/inbound-plan.ts';
import type { CallRecord } from '../call/record.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { Callee } from '../callee/callee.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { type PhoneNumbers, takesCalls } from '../phone-numbers.ts';
import { LabApiError } from './errors.ts';

export interface DialInRequest {
  /** The caller's number; absent or `anonymous` for a withheld number. */
  from?: string;
  /** One of the account's numbers. */
  to: string;
  /** The callee that calls, by name. */
  callee?: string;
}

export type DialIn = (request: DialInRequest) => CallRecord;

/** Starts inbound calls to numbers of the account. */
export function makeDialIn(
  board: Switchboard,
  numbers: PhoneNumbers,
  caller: (name: string | undefined, from: string) => Callee,
): DialIn {
  return (request) => {
    const to = typeof request?.to === 'string' ? normalizeNumber(request.to) : null;
    if (!to)
      throw new LabApiError(
        400,
        'invalid_to',
        'Name the number to call, for example {"to": "+15005550006"}.',
      );
    const number = numbers.byNumber(to);
    if (!number) throw new LabApiError(404, 'unknown_number', `${to} is not a number of this account.`);
    // A number without a voice URL or without voice is out of service: there is no call.
    if (board.account.standing.status !== 'active')
      throw new LabApiError(409, 'out_of_service', `The account of ${to} is not active.`);
    if (!takesCalls(number))
      throw new LabApiError(
        409,
        'out_of_service',
        number.voiceUrl
          ? `${to} has no voice, or belongs to an application or a trunk.`
          : `${to} has no voice URL, so the call cannot be answered. Set VoiceUrl first.`,
      );
    const from = readFrom(request.from);
    return board.receiveCall(from, to, inboundPlan(number), caller(request.callee, from)).record;
  };
}

function readFrom(given: string | undefined): string {
  if (given === undefined || given === '' || given === 'anonymous') return 'anonymous';
  const from = normalizeNumber(given);
  if (from) return from;
  throw new LabApiError(
    400,
    'invalid_from',
    `${given} is not a phone number; leave it out for a withheld one.`,
  );
}
