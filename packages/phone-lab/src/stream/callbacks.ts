import type { Leg } from '../call/leg.ts';
import type { StreamSettings } from './settings.ts';

export type StreamEvent = 'stream-started' | 'stream-stopped' | 'stream-error';

/** Sends the stream's status callback, where it has one. */
export function sendStreamCallback(
  call: Leg,
  streamSid: string,
  settings: StreamSettings,
  event: StreamEvent,
  error?: string,
): void {
  const { statusCallback, name } = settings;
  if (!statusCallback) return;
  const params: Record<string, string> = {
    AccountSid: call.carrier.account.sid,
    CallSid: call.sid,
    StreamSid: streamSid,
    StreamName: name || streamSid,
    StreamEvent: event,
    Timestamp: new Date(call.time()).toISOString(),
  };
  if (error !== undefined) params.StreamError = error;
  const { url, method } = statusCallback;
  call.carrier.callbacks.send({
    callSid: call.sid,
    purpose: 'stream',
    event,
    to: call.record.to,
    url,
    method,
    params,
  });
}
