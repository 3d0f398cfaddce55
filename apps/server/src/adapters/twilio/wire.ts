import twilio from 'twilio';
import type { CarrierCallUpdate } from '../../ports/call.ts';
import type { CarrierWire, InboundCall, WebhookParams } from '../../ports/carrier-wire.ts';
import { secondsOf, statusOf } from './call-view.ts';
import { readHandoff, relayProtocol } from './relay-messages.ts';
import { streamProtocol } from './stream-messages.ts';
import { writeTwiml } from './twiml.ts';

/** Webhooks are signed with the account's primary auth token over the exact URL, also where an API key places the calls. */
export function carrierWire(authToken: string, publicUrl: string): CarrierWire {
  const socketUrl = publicUrl.replace(/^http/, 'ws');
  return {
    isSigned: (path, params, signature) =>
      twilio.validateRequest(authToken, signature ?? '', publicUrl + path, { ...params }),
    isSignedSocket: (path, signature) =>
      twilio.validateRequest(authToken, signature ?? '', socketUrl + path, {}),
    readUpdate,
    readInbound,
    readAmdResult: (params) => {
      const sid = text(params, 'CallSid');
      const answeredBy = text(params, 'AnsweredBy');
      return sid && answeredBy ? { sid, answeredBy } : null;
    },
    readSessionEnd: (params) => ({
      how: ends.find((one) => one === text(params, 'SessionStatus')) ?? 'completed',
      next: readHandoff(text(params, 'HandoffData')),
    }),
    write: (script) => writeTwiml(script, publicUrl),
    text: relayProtocol,
    audio: streamProtocol,
  };
}

const ends = ['ended', 'failed'] as const;

function readUpdate(params: WebhookParams, now: Date): CarrierCallUpdate | null {
  const sid = text(params, 'CallSid');
  const status = statusOf(text(params, 'CallStatus') ?? undefined);
  if (!sid || !status) return null;
  return {
    sid,
    status,
    at: timeOf(text(params, 'Timestamp')) ?? now,
    endedAt: null,
    duration: secondsOf(text(params, 'CallDuration')),
    answeredBy: text(params, 'AnsweredBy'),
  };
}

function readInbound(params: WebhookParams, now: Date): InboundCall | null {
  const update = readUpdate(params, now);
  const to = text(params, 'To');
  return update && to ? { from: callerOf(text(params, 'From')), to, update } : null;
}

/** A withheld number is reported as a word, or as the digits that spell one on a keypad. */
const spelledOut = new Set([
  '+266696687', // ANONYMOUS
  '+7378742833', // RESTRICTED
  '+2562533', // BLOCKED
  '+8656696', // UNKNOWN
  '+86282452253', // UNAVAILABLE
]);

function callerOf(from: string | null): string | null {
  if (from === null || spelledOut.has(from)) return null;
  return /^\+[0-9]{5,15}$/.test(from) || /^(?:sip|client):/.test(from) ? from : null;
}

function timeOf(value: string | null): Date | null {
  const time = new Date(value ?? Number.NaN);
  // False for an invalid date too. PostgreSQL cannot store every year that a Date can hold.
  return time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 2200 ? time : null;
}

function text(params: WebhookParams, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
