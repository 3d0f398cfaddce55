import type { Clock } from '../../ports/clock.ts';
import type { FollowUpWork } from '../../ports/follow-ups.ts';

const atOnce = 500;

/** Opens what was snoozed until now (FU12). Run every minute. */
export function createWakeSnoozed(work: Pick<FollowUpWork, 'wake'>, clock: Clock): () => Promise<void> {
  return async () => {
    while ((await work.wake(clock.now(), atOnce)) === atOnce);
  };
}
