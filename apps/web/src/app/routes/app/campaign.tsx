import { Navigate, useParams } from 'react-router';
import { lazyPart } from '../../../features/agents/lazy-part.tsx';
import { CampaignView } from '../../../features/campaigns/campaign-view.tsx';
import { asStep } from '../../../features/campaigns/making/steps.ts';
import type { FetchBeside } from '../../../features/campaigns/use-campaigns.ts';
import { paths } from '../../paths.ts';

const Draft = lazyPart('campaign draft', async () => (await import('./campaign-draft.tsx')).CampaignDraft);
const loadWatch = () => import('./campaign-watch.tsx');
const Watch = lazyPart('campaign watch', async () => (await loadWatch()).CampaignWatch);

// With this page, also while its link is only pointed at: most campaigns were started.
loadWatch().catch(() => {});
const fetchProgress: FetchBeside = (...of) => {
  loadWatch().then(
    ({ fetchProgressOfListed }) => fetchProgressOfListed(...of),
    () => {}, // `Watch` says so.
  );
};

/** A draft is made step by step, each at an address of its own; one that was started is watched. */
export function CampaignPage() {
  const { campaignId = '', step } = useParams();
  return (
    <CampaignView
      key={campaignId}
      id={campaignId}
      listPath={paths.campaigns}
      fetchBeside={step === undefined ? fetchProgress : null}
    >
      {(detail) => {
        if (detail.campaign.state === 'draft') return <Draft detail={detail} step={asStep(step)} />;
        return step === undefined ? (
          <Watch detail={detail} />
        ) : (
          <Navigate to={paths.campaign(campaignId)} replace />
        );
      }}
    </CampaignView>
  );
}
