import type { Call, CallAnswer, TranscriptEntry } from '../../../lib/reading/calls.ts';
import { newerCall } from './newer-call.ts';

export function withStatus(data: CallAnswer, told: Call): CallAnswer {
  return data.call === null ? data : { call: newerCall(data.call, told) };
}

/** A line has its place by its number; a line told again replaces the first telling. */
export function withEntry(data: CallAnswer, entry: TranscriptEntry): CallAnswer {
  if (data.call === null) return data;
  const { transcript } = data.call;
  const others = transcript.filter(({ ordinal }) => ordinal !== entry.ordinal);
  const before = others.findIndex(({ ordinal }) => ordinal > entry.ordinal);
  const next = before === -1 ? [...others, entry] : others.toSpliced(before, 0, entry);
  return { call: { ...data.call, transcript: next } };
}
