import { campaignRoutes } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseCampaign } from '../../../lib/parsing/campaigns.ts';
import { useSend } from '../../../lib/use-send.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { BackToCampaigns } from '../back-to-campaigns.tsx';
import { useCampaignsChanged } from '../use-campaigns.ts';
import { type Basics, noBasics } from './basics.ts';
import type { BasicsChoices } from './basics-fields.tsx';
import { BasicsForm } from './basics-form.tsx';
import { StepList } from './step-list.tsx';

export interface NewCampaignProps {
  choices: BasicsChoices;
  /** Of a campaign whose file was cancelled. */
  initial: Basics | null;
  listPath: string;
  /** With null where the server did not say which one it has made. */
  onCreated: (id: string | null) => void;
}

/** The first step. The campaign is there as soon as it is sent, and the others are at its own address. */
export function NewCampaignView({ choices, initial, listPath, onCreated }: NewCampaignProps) {
  const api = useApi();
  const changed = useCampaignsChanged();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'create-campaign',
    once: true,
    act: async (body: Basics) => {
      setFailure(null);
      return parseCampaign(await api.send(campaignRoutes.createCampaign, { body }))?.id ?? null;
    },
    onDone: async (id) => {
      onCreated(id);
      await changed();
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  return (
    <>
      <BackToCampaigns to={listPath} />
      <PageHeading title="New Campaign" subtitle="Who calls, what for, and with which instructions." />
      <StepList current="basics" standing={null} pathOf={() => ''} />
      <BasicsForm
        choices={choices}
        initial={initial ?? noBasics}
        busy={busy}
        failure={failure === null ? null : { title: 'Failed to make the campaign', sentence: failure }}
        isDirty={({ name, agentId }) => name.trim() !== '' || agentId !== ''}
        onChange={() => setFailure(null)}
        onSubmit={send}
      />
    </>
  );
}
