import type { Call, CallResponse, TranscriptEntry } from '@parley/contract';
import { newerCall } from './newer-call.ts';

export function withStatus(data: CallResponse, told: Call): CallResponse {
  return { call: newerCall(data.call, told) };
}

/** A line has its place by its number; a line told again replaces the first telling. */
export function withEntry(data: CallResponse, entry: TranscriptEntry): CallResponse {
  const { transcript } = data.call;
  const others = transcript.filter(({ ordinal }) => ordinal !== entry.ordinal);
  const before = others.findIndex(({ ordinal }) => ordinal > entry.ordinal);
  const next = before === -1 ? [...others, entry] : others.toSpliced(before, 0, entry);
  return { call: { ...data.call, transcript: next } };
}
