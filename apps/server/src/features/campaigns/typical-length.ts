import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';

type Lengths = Pick<CampaignStore, 'secondsPerCall'>;

/** Where the organization has made no calls. */
const usualSeconds = 60;
const lookBackMs = 30 * 24 * 60 * 60 * 1_000;
/** A few endless calls do not close the last hour of a window. */
const longestMs = 10 * 60 * 1_000;
/** The average adds up to a thousand calls, and hardly changes meanwhile. */
const keptMs = 10 * 60 * 1_000;

/** How many seconds a conversation of the organization lasts on average. */
export async function averageSeconds(campaigns: Lengths, clock: Clock, tenantId: string): Promise<number> {
  const average = await campaigns.secondsPerCall(tenantId, new Date(clock.now().getTime() - lookBackMs));
  return Math.max(1, Math.round(average ?? usualSeconds));
}

/** How long a conversation that is begun now will typically last, in milliseconds. */
export type TypicalLength = (tenantId: string) => Promise<number>;

/** Read once in ten minutes for each organization that calls, not for each call. */
export function createTypicalLength(campaigns: Lengths, clock: Clock): TypicalLength {
  const known = new Map<string, { readonly ms: number; readonly readAt: number }>();
  return async (tenantId) => {
    const now = clock.time();
    for (const [id, { readAt }] of known) if (now - readAt >= keptMs) known.delete(id);
    const found = known.get(tenantId);
    if (found) return found.ms;
    const ms = Math.min(longestMs, 1_000 * (await averageSeconds(campaigns, clock, tenantId)));
    known.set(tenantId, { ms, readAt: now });
    return ms;
  };
}
