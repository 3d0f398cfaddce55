import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAgents, useNamedAgents } from '../../../features/agents/use-agents.ts';
import type { Basics } from '../../../features/campaigns/making/basics.ts';
import { DraftView } from '../../../features/campaigns/making/draft-view.tsx';
import type { Step } from '../../../features/campaigns/making/steps.ts';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import type { CampaignDetail } from '../../../lib/parsing/campaigns.ts';
import { paths } from '../../paths.ts';
import { useCountry, useReadNumber } from '../../use-read-number.ts';
import { CampaignChoices } from './campaign-choices.tsx';

interface CampaignDraftProps {
  detail: CampaignDetail;
  step: Step | null;
}

/** The steps of making a campaign. */
export function CampaignDraft({ detail, step }: CampaignDraftProps) {
  const { id, agentId } = detail.campaign;
  const navigate = useNavigate();
  const country = useCountry();
  const agents = useNamedAgents().data ?? [];
  const caller = useAgents().data?.find((agent) => agent.id === agentId);
  const readNumber = useReadNumber(caller?.phoneNumber);
  const currency = useOrganization().data?.settings.currency ?? 'USD';
  const pathOf = useCallback((to: Step) => paths.campaignStep(id, to), [id]);
  return (
    <DraftView
      {...{ standing: detail, step, agents, country, currency, readNumber, pathOf }}
      Choices={CampaignChoices}
      listPath={paths.campaigns}
      callPathOf={paths.call}
      consentPath={paths.consent}
      onStep={(to) => void navigate(pathOf(to))}
      onStarted={() => void navigate(paths.campaign(id), { replace: true })}
      onDeleted={() => void navigate(paths.campaigns)}
      onCancelled={(basics: Basics) => void navigate(paths.newCampaign, { state: { basics } })}
    />
  );
}
