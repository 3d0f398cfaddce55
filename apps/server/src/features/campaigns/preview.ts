import type { Campaign, CampaignPreview, OrganizationSettings } from '@parley/contract';
import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { accountOf, paceWithin } from './account.ts';
import { durationOf } from './estimate.ts';
import { instructionsOf } from './read-row.ts';
import { averageSeconds } from './typical-length.ts';

interface PreviewDeps {
  readonly campaigns: Pick<CampaignStore, 'recipients' | 'places' | 'consented' | 'secondsPerCall'>;
  readonly organizations: Organizations;
  readonly clock: Clock;
  readonly calls: Parameters<typeof accountOf>[0];
}

const examplesShown = 3;

/** What the first calls say, how long the campaign takes and what its calls cost. */
export async function previewOf(
  { campaigns, organizations, clock, calls: account }: PreviewDeps,
  tenantId: string,
  campaign: Campaign,
): Promise<CampaignPreview> {
  const now = clock.now().getTime();
  const query = { state: 'pending', after: 0, limit: examplesShown } as const;
  const page = await campaigns.recipients(tenantId, campaign.id, query);
  const places = await campaigns.places(tenantId, campaign.id);
  const secondsPerCall = await averageSeconds(campaigns, clock, tenantId);
  const pace = paceWithin(campaign.policy, await accountOf(account, tenantId, campaign));
  const policy = { ...campaign.policy, ...pace };
  const calls = places.reduce((sum, { count }) => sum + count, 0);
  const { startsAt, endsAt } = durationOf(places, policy, campaign.purpose, secondsPerCall, now);
  return {
    examples: (page?.recipients ?? []).map(({ row, number, name, cells }) => ({
      ...{ row, number: number ?? '', name, instructions: instructionsOf(campaign, cells) },
    })),
    estimate: {
      ...{ calls, secondsPerCall },
      startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
      endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
      phoneCost: phoneCost(await organizations.of(tenantId), calls, secondsPerCall),
      consented: await campaigns.consented(tenantId, campaign.id, campaign.purpose),
    },
  };
}

/** Carriers charge each minute that has begun. */
function phoneCost({ prices, currency }: OrganizationSettings, calls: number, secondsPerCall: number) {
  const { outboundPerMinute } = prices.carrier;
  if (outboundPerMinute === null) return null;
  return { micros: calls * Math.ceil(secondsPerCall / 60) * outboundPerMinute, currency };
}
