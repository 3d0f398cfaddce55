import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** A list of people that nobody works with is not kept. */
const keptMs = 90 * dayMs;
/** Nobody waits longer than that for a campaign that nobody resumes. */
const pausedMs = 30 * dayMs;
const pausedSentence = 'Nobody has resumed it for 30 days.';

/** Stops campaigns that stay paused, and removes those that nobody has changed for three months, with the people in them. */
export function createRemoveOldCampaigns(
  campaigns: Pick<CampaignStore, 'removeUnchanged' | 'stopLongPaused'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const now = clock.now();
    const since = (ms: number) => new Date(now.getTime() - ms);
    const stopped = await campaigns.stopLongPaused(since(pausedMs), now, pausedSentence);
    if (stopped > 0) log.info({ stopped }, 'campaigns that nobody has resumed for 30 days stopped');
    const removed = await campaigns.removeUnchanged(since(keptMs));
    if (removed > 0)
      log.info({ removed }, 'drafts and finished campaigns removed that were not changed for 90 days');
  };
}
