import { readMethod, resolveUrl } from '../twiml/attribute-values.ts';
import type { Target } from '../webhook/target.ts';
import type { RecordedTrack, RecordingSource } from './record.ts';

export type RecordingEvent = 'in-progress' | 'completed' | 'absent';

/** A recording as requested by TwiML or REST. */
export interface RecordingSettings {
  source: RecordingSource;
  name: string;
  channels: 1 | 2;
  track: RecordedTrack;
  trim: boolean;
  callback: (Target & { events: ReadonlySet<RecordingEvent> }) | null;
}

export const recordingEvents: readonly RecordingEvent[] = ['in-progress', 'completed', 'absent'];

export function readEvents(words: readonly string[]): ReadonlySet<RecordingEvent> {
  const asked = words.flatMap((word) => word.split(/\s+/)).filter(Boolean);
  const chosen = recordingEvents.filter((event) => asked.includes(event));
  return new Set(asked.length > 0 ? chosen : ['completed']);
}

export function readTrack(text: string | null | undefined): RecordedTrack {
  return text === 'inbound' || text === 'outbound' ? text : 'both';
}

/** Reads the callback attributes that `<Recording>`, `<Dial>` and `<Record>` share. */
export function readCallback(
  attributes: Record<string, string>,
  documentUrl: string | null,
): RecordingSettings['callback'] {
  const url = attributes.recordingStatusCallback;
  if (!url) return null;
  return {
    url: resolveUrl(url, documentUrl),
    method: readMethod(attributes.recordingStatusCallbackMethod),
    events: readEvents([attributes.recordingStatusCallbackEvent ?? '']),
  };
}
