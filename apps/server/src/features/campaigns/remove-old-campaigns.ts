import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** A list of people that nobody works with is not kept: none of the campaigns has called anybody. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;

/** Removes campaigns that nobody has changed for three months, with the people in them. */
export function createRemoveOldCampaigns(
  campaigns: Pick<CampaignStore, 'removeUnchanged'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const removed = await campaigns.removeUnchanged(new Date(clock.now().getTime() - keptMs));
    if (removed > 0) log.info({ removed }, 'campaigns that nobody has changed for 90 days removed');
  };
}
