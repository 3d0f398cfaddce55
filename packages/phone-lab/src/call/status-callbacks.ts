import { recordingUrl } from '../recording/callbacks.ts';
import type { RecordingRecord } from '../recording/record.ts';
import type { Params } from '../webhook/signature.ts';
import type { Leg } from './leg.ts';
import { progressParams } from './params.ts';
import type { Progress } from './state-machine.ts';

/** Writes progress of a call to the ledger and sends its status callback, where that event was subscribed to. */
export function sendStatusCallback(call: Leg, progress: Progress, recording: RecordingRecord | null): void {
  const { event, status, sequence } = progress;
  const { ledger, callbacks, account } = call.carrier;
  ledger.append(call.sid, { kind: 'progress', event, status, sequence });
  const target = call.plan.statusCallback;
  if (!target?.events.has(event)) return;
  callbacks.send({
    callSid: call.sid,
    purpose: 'status',
    event,
    to: call.record.to,
    url: target.url,
    method: target.method,
    params: { ...progressParams(account.sid, call.record, progress), ...recordingParams(call, recording) },
  });
}

/** The last callback of a call with Record=true names its recording. */
function recordingParams(call: Leg, recording: RecordingRecord | null): Params {
  if (!recording) return {};
  return {
    RecordingSid: recording.sid,
    RecordingUrl: recordingUrl(call, recording.sid),
    RecordingDuration: String(recording.seconds ?? 0),
  };
}
