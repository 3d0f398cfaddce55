import { Navigate, useParams } from 'react-router';
import { lazyPart } from '../../../features/agents/lazy-part.tsx';
import { CampaignView } from '../../../features/campaigns/campaign-view.tsx';
import { asStep } from '../../../features/campaigns/making/steps.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

const Draft = lazyPart('campaign draft', async () => (await import('./campaign-draft.tsx')).CampaignDraft);

/** A draft is made step by step, each at an address of its own; one that was started is watched. */
export function CampaignPage() {
  const { campaignId = '', step } = useParams();
  return (
    <CampaignView key={campaignId} id={campaignId} listPath={paths.campaigns}>
      {(detail) => {
        if (detail.campaign.state === 'draft') return <Draft detail={detail} step={asStep(step)} />;
        return step === undefined ? (
          <PageHeading title={detail.campaign.name} />
        ) : (
          <Navigate to={paths.campaign(campaignId)} replace />
        );
      }}
    </CampaignView>
  );
}
