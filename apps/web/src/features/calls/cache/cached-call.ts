import type { CallResult } from '../../../lib/parsing/call-detail.ts';
import type { Call, TranscriptEntry } from '../../../lib/parsing/calls.ts';
import { newerCall } from './newer-call.ts';

export function withStatus(data: CallResult, incoming: Call): CallResult {
  return data.call === null ? data : { call: newerCall(data.call, incoming) };
}

/** Entries are ordered by `ordinal`; an entry with a known ordinal replaces the old one. */
export function withEntry(data: CallResult, entry: TranscriptEntry): CallResult {
  if (data.call === null) return data;
  const { transcript } = data.call;
  const others = transcript.filter(({ ordinal }) => ordinal !== entry.ordinal);
  const before = others.findIndex(({ ordinal }) => ordinal > entry.ordinal);
  const next = before === -1 ? [...others, entry] : others.toSpliced(before, 0, entry);
  return { call: { ...data.call, transcript: next } };
}
