import { campaignRoutes } from '@parley/contract';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useNamedAgents } from '../../../features/agents/use-agents.ts';
import { CampaignsView } from '../../../features/campaigns/list/campaigns-view.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function CampaignsPage() {
  const mayMake = useMay()(campaignRoutes.createCampaign.permission);
  const agents = useNamedAgents().data ?? [];
  return (
    <>
      <PageHeading
        title="Campaigns"
        subtitle="Lists of people whom an agent calls."
        actions={
          mayMake ? (
            <Button asChild look="primary">
              <Link to={paths.newCampaign}>
                <Plus aria-hidden="true" className="size-4" />
                New Campaign
              </Link>
            </Button>
          ) : undefined
        }
      />
      <CampaignsView agents={agents} pathOf={paths.campaign} newPath={mayMake ? paths.newCampaign : null} />
    </>
  );
}
