import type { CallResult } from './parsing/call-detail.ts';
import type { FollowUp } from './parsing/follow-ups.ts';

/** The call with a follow-up of it that has changed, or is new: then it is the last. */
export function withFollowUpOfCall(data: CallResult, incoming: FollowUp): CallResult {
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
