import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { type FollowUp, parseFollowUp } from '../../lib/parsing/follow-ups.ts';
import { asObject } from '../../lib/parsing/json.ts';

/** The follow-up as somebody else has left it; null when the change failed for another reason. */
export function conflictIn(error: unknown): FollowUp | null {
  if (!(error instanceof ApiError) || error.code !== 'follow_up_changed') return null;
  return parseFollowUp(asObject(error.details)?.followUp);
}

/** Who was quicker, and at what. The server says it of any change; closing is worth its own word. */
export function conflictText(followUp: FollowUp, error: unknown): string {
  if (followUp.state !== 'done' || followUp.closed === null) return sentenceOf(error);
  const { by, how } = followUp.closed;
  if (how === 'call') return 'A call has closed this a moment ago.';
  return by === null ? 'This was closed a moment ago.' : `${by} closed this a moment ago.`;
}
