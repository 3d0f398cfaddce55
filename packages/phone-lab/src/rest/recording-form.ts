import type { RecordingSource } from '../recording/record.ts';
import { type RecordingSettings, readEvents, readTrack, recordingEvents } from '../recording/settings.ts';
import { RestError } from './errors.ts';
import type { Form } from './form.ts';

/** Reads recording parameters of a request, for a new call or for a live one. */
export function readRecording(form: Form, source: RecordingSource): RecordingSettings {
  form.refuse(['RecordingConfigurationId']);
  const channels = oneOf(form, 'RecordingChannels', ['mono', 'dual'], 'mono');
  const track = oneOf(form, 'RecordingTrack', ['inbound', 'outbound', 'both'], 'both');
  // By default a recording of the whole call is trimmed to its first and last sound.
  const usual = source === 'OutboundAPI' ? 'trim-silence' : 'do-not-trim';
  const trim = oneOf(form, 'Trim', ['trim-silence', 'do-not-trim'], usual);
  const url = form.url('RecordingStatusCallback', 21609);
  const words = form.list('RecordingStatusCallbackEvent').flatMap((word) => word.split(/\s+/));
  const unknown = words.find((word) => !recordingEvents.some((event) => event === word));
  if (unknown) throw new RestError(400, 20001, `RecordingStatusCallbackEvent has no event ${unknown}`);
  return {
    source,
    name: '',
    channels: channels === 'dual' ? 2 : 1,
    track: readTrack(track),
    trim: trim === 'trim-silence',
    callback: url
      ? { url, method: form.method('RecordingStatusCallbackMethod'), events: readEvents(words) }
      : null,
  };
}

function oneOf(form: Form, name: string, allowed: readonly string[], fallback: string): string {
  const value = form.text(name) ?? fallback;
  if (allowed.includes(value)) return value;
  throw new RestError(400, 20001, `${name} may be ${allowed.join(', ')}, got ${value}`);
}
