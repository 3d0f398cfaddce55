import type { CallResult } from '../../../lib/parsing/call-detail.ts';
import type { Call, TranscriptEntry } from '../../../lib/parsing/calls.ts';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
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

/** A follow-up of the call has changed, or is new: then it is the last. */
export function withFollowUp(data: CallResult, incoming: FollowUp): CallResult {
  const followUps = data.call?.followUps ?? null;
  if (data.call === null || followUps === null) return data;
  const known = followUps.find(({ id }) => id === incoming.id);
  if (known !== undefined && incoming.revision < known.revision) return data;
  const next =
    known === undefined
      ? [...followUps, incoming]
      : followUps.map((each) => (each === known ? incoming : each));
  return { call: { ...data.call, followUps: next } };
}
