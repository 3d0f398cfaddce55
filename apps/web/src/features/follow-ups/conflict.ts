import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { type FollowUp, parseFollowUp } from '../../lib/parsing/follow-ups.ts';
import { asObject } from '../../lib/parsing/json.ts';

/** The follow-up as somebody else has left it; null when the change failed for another reason. */
export function conflictIn(error: unknown): FollowUp | null {
  if (!(error instanceof ApiError) || error.code !== 'follow_up_changed') return null;
  return parseFollowUp(asObject(error.details)?.followUp);
}

/** Who was quicker, and at what. The server says it of any change; closing is worth its own word. */
export function conflictText({ state, closed }: FollowUp, error: unknown): string {
  return state !== 'done' || closed === null ? sentenceOf(error) : closedText(closed);
}

/** Somebody has made the same change before: closing is worth saying, whoever did it. */
export function sameText({ closed }: FollowUp, kind: string): string {
  return kind === 'done' && closed !== null ? closedText(closed) : 'This was done already.';
}

function closedText({ by, how }: NonNullable<FollowUp['closed']>): string {
  if (how === 'call') return 'A call has closed this a moment ago.';
  return by === null ? 'This was closed a moment ago.' : `${by} closed this a moment ago.`;
}
