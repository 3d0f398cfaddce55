import type { Leg } from '../call/leg.ts';
import { rfc2822 } from '../dates.ts';
import type { RecordingRecord } from './record.ts';
import type { RecordingEvent, RecordingSettings } from './settings.ts';

/** The address of a recording's sound; `.wav` can be added. */
export function recordingUrl(call: Leg, sid: string): string {
  const { origin, account } = call.carrier;
  return `${origin()}/2010-04-01/Accounts/${account.sid}/Recordings/${sid}`;
}

/** Sends the recording's status callback, where it has one. For fault knobs its event is `recording-completed` and so on. */
export function sendRecordingCallback(
  call: Leg,
  settings: RecordingSettings,
  record: RecordingRecord,
  event: RecordingEvent,
): void {
  const { callback } = settings;
  if (!callback?.events.has(event)) return;
  const params: Record<string, string> = {
    AccountSid: call.carrier.account.sid,
    CallSid: record.callSid,
    RecordingSid: record.sid,
    RecordingUrl: recordingUrl(call, record.sid),
    RecordingStatus: event,
    RecordingChannels: String(record.channels),
    RecordingStartTime: rfc2822(record.startedAt),
    RecordingSource: record.source,
    RecordingTrack: record.track,
  };
  if (record.seconds !== null) params.RecordingDuration = String(record.seconds);
  if (event !== 'in-progress') params.ErrorCode = String(record.errorCode ?? 0);
  call.carrier.callbacks.send({
    callSid: call.sid,
    purpose: 'recording',
    event: `recording-${event}`,
    to: call.record.to,
    url: callback.url,
    method: callback.method,
    params,
  });
}
