import type { Leg } from '../call/leg.ts';
import { Interrupted } from '../clock.ts';
import { recordingUrl } from '../recording/callbacks.ts';
import { readCallback } from '../recording/settings.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';
import { readMethod, readWhole, resolveUrl } from './attribute-values.ts';
import { TwimlError } from './document.ts';
import { sendAction } from './send-action.ts';
import { readTranscribe, sendTranscriptionFailure } from './transcribe.ts';
import type { Verb } from './verb.ts';

type Ending = { digit: string } | 'silence' | 'too-long' | 'hangup' | 'replaced';

/** Records what the party says and sends it to `action`. When nothing was said, the next verb follows. */
export const record: Verb = async ({ attributes }, { call, documentUrl, signal }) => {
  const transcript = readTranscribe(attributes, documentUrl);
  const url = attributes.action ? resolveUrl(attributes.action, documentUrl) : documentUrl;
  call.answer();
  const { record: recording, done } = call.recordings.start({
    source: 'RecordVerb',
    name: '',
    channels: 1,
    track: 'inbound',
    trim: attributes.trim !== 'do-not-trim',
    callback: readCallback(attributes, documentUrl),
  });
  const { ending, spoke } = await listen(call, {
    silenceMs: readWhole(attributes.timeout, 5) * 1000,
    longestMs: readWhole(attributes.maxLength, 3600) * 1000,
    keys: attributes.finishOnKey ?? '1234567890*#',
    signal,
  });
  if (!spoke) call.recordings.drop('RecordVerb');
  call.recordings.stop(recording.sid);
  if (spoke && transcript) void done.then(() => sendTranscriptionFailure(call, transcript, recording.sid));
  const hasHungUp = ending === 'hangup';
  if (ending === 'replaced' || (hasHungUp && (!spoke || !url))) throw new Interrupted();
  if (!spoke) return 'next';
  if (!url) throw new TwimlError(11100, '<Record> needs an action, because the document has no address.');
  const params: Record<string, string> = {
    RecordingUrl: recordingUrl(call, recording.sid),
    RecordingSid: recording.sid,
    RecordingDuration: String(call.carrier.recordingStore.find(recording.sid)?.seconds ?? 0),
  };
  if (typeof ending === 'object') params.Digits = ending.digit;
  if (hasHungUp) {
    await sendAction(call, url, readMethod(attributes.method), { ...params, Digits: 'hangup' });
    throw new Interrupted();
  }
  return { goto: { url, method: readMethod(attributes.method), params, purpose: 'action' } };
};

interface Limits {
  silenceMs: number;
  longestMs: number;
  keys: string;
  signal: AbortSignal;
}

function listen(call: Leg, limits: Limits): Promise<{ ending: Ending; spoke: boolean }> {
  const { clock } = call.carrier;
  const channel: VoiceChannel = call.channel;
  return new Promise((resolve) => {
    let spoke = false;
    let cancel = () => {};
    const finish = (ending: Ending) => {
      cancel();
      cancelLongest();
      stop();
      limits.signal.removeEventListener('abort', onReplaced);
      resolve({ ending, spoke });
    };
    const waitForSilence = () => {
      cancel();
      cancel = clock.after(limits.silenceMs, () => finish('silence'));
    };
    const cancelLongest = clock.after(limits.longestMs, () => finish('too-long'));
    const stop = channel.listen((event) => {
      if (event.type === 'closed') return finish('hangup');
      if (event.type === 'digit') {
        if (event.side === 'party' && limits.keys.includes(event.digit)) finish({ digit: event.digit });
        return;
      }
      if (event.speech.side !== 'party') return;
      if (event.type === 'word') spoke = true;
      if (event.type === 'ended') waitForSilence();
      else cancel();
    });
    // When a call ends its channel closes first, so this abort means that the document was replaced.
    const onReplaced = () => finish('replaced');
    limits.signal.addEventListener('abort', onReplaced, { once: true });
    waitForSilence();
  });
}
