import { liveEvent, type LiveEvent as WireEvent } from '@parley/contract';
import { type Call, readCall, readEntry, type TranscriptEntry } from './calls.ts';
import { fieldsOf, number, reportUnreadable, text } from './parts.ts';

export type LiveEvent =
  | Exclude<WireEvent, { type: 'call.changed' | 'transcript.added' | 'call.removed' }>
  | { type: 'call.changed'; call: Call }
  | { type: 'call.removed'; callId: string }
  | { type: 'transcript.added'; callId: string; entry: TranscriptEntry };

/** Null for what cannot be used. A kind of event that this page does not know is passed over: the server may be newer. */
export function readLiveEvent(value: unknown): LiveEvent | null {
  const fields = fieldsOf(value);
  switch (fields?.type) {
    case 'call.changed': {
      const call = readCall(fields.call);
      return call === null ? unreadable('call.changed') : { type: 'call.changed', call };
    }
    case 'call.removed': {
      const callId = text(fields.callId);
      return callId === null ? unreadable('call.removed') : { type: 'call.removed', callId };
    }
    case 'transcript.added': {
      const callId = text(fields.callId);
      // Without its number nobody knows where a single line belongs.
      const ordinal = number(fieldsOf(fields.entry)?.ordinal);
      const entry = ordinal === null ? null : readEntry(fields.entry, ordinal);
      if (callId === null || entry === null) return unreadable('transcript.added');
      return { type: 'transcript.added', callId, entry };
    }
    default: {
      const parsed = liveEvent.safeParse(value);
      return parsed.success ? (parsed.data as LiveEvent) : null;
    }
  }
}

function unreadable(type: string): null {
  reportUnreadable(`an event "${type}"`);
  return null;
}
