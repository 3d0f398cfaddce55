import type { Leg } from '../call/leg.ts';
import { newSid } from '../ids.ts';
import { recordingUrl } from '../recording/callbacks.ts';
import { resolveUrl } from './attribute-values.ts';

/** The transcription that `<Record>` requests. */
export interface TranscriptionSettings {
  callback: string | null;
}

export function readTranscribe(
  attributes: Record<string, string>,
  documentUrl: string | null,
): TranscriptionSettings | null {
  const { transcribe, transcribeCallback } = attributes;
  // As with Twilio, transcribeCallback implies transcribe.
  if (transcribe !== 'true' && !transcribeCallback) return null;
  return { callback: transcribeCallback ? resolveUrl(transcribeCallback, documentUrl) : null };
}

/** The lab makes no transcriptions: it reports a failed one, as Twilio does for recordings it cannot transcribe. */
export function sendTranscriptionFailure(
  call: Leg,
  { callback }: TranscriptionSettings,
  recordingSid: string,
): void {
  const { account, callbacks, origin } = call.carrier;
  call.problem(
    'warning',
    12200,
    'phone-lab makes no transcriptions: the one of this <Record> is reported as failed.',
  );
  if (!callback) return;
  const sid = newSid('TR');
  callbacks.send({
    callSid: call.sid,
    purpose: 'transcription',
    event: 'transcription-failed',
    to: call.record.to,
    url: callback,
    method: 'POST',
    params: {
      ...call.params(),
      TranscriptionSid: sid,
      TranscriptionText: '',
      TranscriptionType: 'fast',
      TranscriptionStatus: 'failed',
      TranscriptionUrl: `${origin()}/2010-04-01/Accounts/${account.sid}/Transcriptions/${sid}`,
      RecordingSid: recordingSid,
      RecordingUrl: recordingUrl(call, recordingSid),
    },
  });
}
