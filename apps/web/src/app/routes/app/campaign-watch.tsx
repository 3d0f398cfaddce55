import { useNamedAgents } from '../../../features/agents/use-agents.ts';
import { WatchView } from '../../../features/campaigns/watching/watch-view.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import type { CampaignDetail } from '../../../lib/parsing/campaigns.ts';
import { paths } from '../../paths.ts';

export { fetchProgressOfListed } from '../../../features/campaigns/use-progress.ts';

/** A campaign that was started. */
export function CampaignWatch({ detail: { campaign, account } }: { detail: CampaignDetail }) {
  const agents = useNamedAgents().data ?? [];
  const agentName = agents.find(({ id }) => id === campaign.agentId)?.displayName ?? campaign.agentId;
  const currency = useOrganization().data?.settings.currency ?? 'USD';
  return (
    <WatchView
      campaign={campaign}
      agentName={agentName}
      {...{ currency, account }}
      paths={{ list: paths.campaigns, campaign: paths.campaign, call: paths.call }}
    />
  );
}
