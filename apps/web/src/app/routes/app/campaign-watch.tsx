import { lazyPart } from '../../../features/agents/lazy-part.tsx';
import { useNamedAgents } from '../../../features/agents/use-agents.ts';
import { WatchView } from '../../../features/campaigns/watching/watch-view.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import type { CampaignDetail } from '../../../lib/parsing/campaigns.ts';
import { paths } from '../../paths.ts';

export { fetchProgressOfListed } from '../../../features/campaigns/use-progress.ts';

const PolicyPart = lazyPart(
  'hours and pace',
  async () => (await import('../../../features/campaigns/watching/policy-part.tsx')).PolicyPart,
);
const ReportPart = lazyPart(
  'campaign report',
  async () => (await import('../../../features/campaigns/report/report-part.tsx')).ReportPart,
);

/** A campaign that was started. */
export function CampaignWatch({ detail: { campaign, account } }: { detail: CampaignDetail }) {
  const agents = useNamedAgents().data ?? [];
  const agentName = agents.find(({ id }) => id === campaign.agentId)?.displayName ?? campaign.agentId;
  const currency = useOrganization().data?.settings.currency ?? 'USD';
  return (
    <WatchView
      campaign={campaign}
      agentName={agentName}
      {...{ currency, account, PolicyPart, ReportPart }}
      paths={{ list: paths.campaigns, campaign: paths.campaign, call: paths.call }}
    />
  );
}
