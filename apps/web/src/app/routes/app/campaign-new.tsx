import { useLocation, useNavigate } from 'react-router';
import { useAgents } from '../../../features/agents/use-agents.ts';
import { basicsIn } from '../../../features/campaigns/making/basics.ts';
import { NewCampaignView } from '../../../features/campaigns/making/new-campaign-view.tsx';
import { useTemplates } from '../../../features/templates/use-templates.ts';
import { paths } from '../../paths.ts';

export function NewCampaignPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const { data: agents, error, isFetching, refetch } = useAgents();
  const templates = useTemplates();
  return (
    <NewCampaignView
      agents={{ data: agents, error, isFetching, refetch }}
      templates={{
        data: templates.data,
        error: templates.error,
        isFetching: templates.isFetching,
        refetch: templates.refetch,
      }}
      initial={basicsIn(location.state)}
      listPath={paths.campaigns}
      templatesPath={paths.templates}
      onCreated={(id) => void navigate(paths.campaignStep(id, 'file'), { replace: true })}
    />
  );
}
