import { useLocation, useNavigate } from 'react-router';
import { basicsIn } from '../../../features/campaigns/making/basics.ts';
import { NewCampaignView } from '../../../features/campaigns/making/new-campaign-view.tsx';
import { paths } from '../../paths.ts';
import { CampaignChoices } from './campaign-choices.tsx';

export function NewCampaignPage() {
  const navigate = useNavigate();
  const location = useLocation();
  return (
    <CampaignChoices>
      {(choices) => (
        <NewCampaignView
          choices={choices}
          initial={basicsIn(location.state)}
          listPath={paths.campaigns}
          onCreated={(id) =>
            void navigate(id === null ? paths.campaigns : paths.campaignStep(id, 'file'), { replace: true })
          }
        />
      )}
    </CampaignChoices>
  );
}
