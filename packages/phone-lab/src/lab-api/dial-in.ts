import { inboundPlan } from '../call/inbound-plan.ts';
import type { CallRecord } from '../call/record.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { Callee } from '../callee/callee.ts';
import { normalizeNumber } from '../numbers.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import { LabApiError } from './errors.ts';

export interface DialInRequest {
  /** Who calls; left out or `anonymous` for a withheld number. */
  from?: string;
  /** One of the account's numbers. */
  to: string;
  /** Who the caller is, by name of a callee. */
  callee?: string;
}

export type DialIn = (request: DialInRequest) => CallRecord;

/** Lets somebody call one of the account's numbers. */
export function makeDialIn(
  board: Switchboard,
  numbers: PhoneNumbers,
  caller: (name: string | undefined, from: string) => Callee,
): DialIn {
  return (request) => {
    const to = typeof request?.to === 'string' ? normalizeNumber(request.to) : null;
    if (!to) throw new LabApiError(400, 'invalid_to', 'Say which number to call, as {"to": "+15005550006"}.');
    const number = numbers.byNumber(to);
    if (!number) throw new LabApiError(404, 'unknown_number', `${to} is not a number of this account.`);
    // Without a voice URL the number is out of service: nothing is received and nothing is logged.
    if (!number.voiceUrl)
      throw new LabApiError(409, 'out_of_service', `${to} has no voice URL, so nobody takes the call.`);
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
