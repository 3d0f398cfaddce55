import type { Leg } from '../call/leg.ts';

/** The first message of every relay socket. */
export function setupMessage(
  leg: Leg,
  sessionId: string,
  customParameters: Record<string, string>,
): Record<string, unknown> {
  const { record } = leg;
  return {
    type: 'setup',
    sessionId,
    accountSid: leg.carrier.account.sid,
    parentCallSid: record.parentCallSid ?? '',
    callSid: record.sid,
    from: record.from,
    to: record.to,
    forwardedFrom: '',
    callType: 'PSTN',
    callerName: '',
    direction: record.direction,
    // Twilio sends the status of the moment in which it requested the document.
    callStatus: record.direction === 'inbound' ? 'RINGING' : 'IN_PROGRESS',
    customParameters,
  };
}
