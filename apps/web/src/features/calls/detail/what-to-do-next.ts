import type { CallDetail } from '../../../lib/parsing/call-detail.ts';

/** Of a summary that was written before follow-ups were kept apart: it has a list of its own. */
const ownHeading = /^#{1,6}\s*what to do next\s*$/im;

/**
 * Where the follow-ups of a call are shown: as the last part of its summary, on a card of their own where there is none, or,
 * while nothing is known of them, nowhere.
 */
export function nextSteps(
  { summary, followUps }: Pick<CallDetail, 'summary' | 'followUps'>,
  live: boolean,
): 'summary' | 'card' | null {
  if (followUps === null) return null;
  const isSummarized = summary !== null && summary.trim() !== '' && !ownHeading.test(summary);
  if (isSummarized && !live) return 'summary';
  return followUps.length === 0 ? null : 'card';
}
