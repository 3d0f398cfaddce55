import type { Leg } from '../call/leg.ts';
import { newSid } from '../ids.ts';
import { recordingUrl } from '../recording/callbacks.ts';
import { resolveUrl } from './attribute-values.ts';

/** What `<Record>` asks for beside the recording; null where it asks for no transcript. */
export interface TranscribeSettings {
  callback: string | null;
}

export function readTranscribe(
  attributes: Record<string, string>,
  documentUrl: string | null,
): TranscribeSettings | null {
  const { transcribe, transcribeCallback } = attributes;
  // As with Twilio, an address for the transcript asks for one.
  if (transcribe !== 'true' && !transcribeCallback) return null;
  return { callback: transcribeCallback ? resolveUrl(transcribeCallback, documentUrl) : null };
}

/** The lab makes no transcripts. It says so as Twilio does where one could not be made, and the call is none the worse. */
export function sendTranscriptionFailure(
  call: Leg,
  { callback }: TranscribeSettings,
  recordingSid: string,
): void {
  const { account, callbacks, origin } = call.carrier;
  call.problem('warning', 12200, 'phone-lab makes no transcripts: that of this <Record> has failed.');
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
