import { type RecordingSettings, readCallback, readTrack } from './settings.ts';

/** `<Dial record>`: null without a recording. */
export function readDialRecord(
  attributes: Record<string, string>,
  documentUrl: string | null,
): (RecordingSettings & { fromRinging: boolean }) | null {
  const asked = attributes.record ?? 'do-not-record';
  if (asked === 'do-not-record' || asked === 'false') return null;
  return {
    source: 'DialVerb',
    name: '',
    channels: asked.endsWith('-dual') ? 2 : 1,
    track: readTrack(attributes.recordingTrack),
    trim: attributes.trim === 'trim-silence',
    callback: readCallback(attributes, documentUrl),
    fromRinging: asked.startsWith('record-from-ringing'),
  };
}
