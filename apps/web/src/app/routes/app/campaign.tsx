import { useCallback } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useNamedAgents } from '../../../features/agents/use-agents.ts';
import { CampaignView } from '../../../features/campaigns/campaign-view.tsx';
import type { Basics } from '../../../features/campaigns/making/basics.ts';
import { DraftView } from '../../../features/campaigns/making/draft-view.tsx';
import { asStep, type Step } from '../../../features/campaigns/making/steps.ts';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import type { CampaignDetail } from '../../../lib/parsing/campaigns.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';
import { useCountry, useReadNumber } from '../../use-read-number.ts';

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

function Draft({ detail, step }: { detail: CampaignDetail; step: Step | null }) {
  const { id } = detail.campaign;
  const navigate = useNavigate();
  const country = useCountry();
  const readNumber = useReadNumber();
  const agents = useNamedAgents().data ?? [];
  const currency = useOrganization().data?.settings.currency ?? 'USD';
  const pathOf = useCallback((to: Step) => paths.campaignStep(id, to), [id]);
  return (
    <DraftView
      {...{ standing: detail, step, agents, country, currency, readNumber, pathOf }}
      listPath={paths.campaigns}
      callPathOf={paths.call}
      onStep={(to) => void navigate(pathOf(to))}
      onStarted={() => void navigate(paths.campaign(id), { replace: true })}
      onDeleted={() => void navigate(paths.campaigns)}
      onCancelled={(basics: Basics) => void navigate(paths.newCampaign, { state: { basics } })}
    />
  );
}
