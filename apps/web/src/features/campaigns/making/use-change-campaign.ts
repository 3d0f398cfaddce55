import { type CampaignPolicy, campaignRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import type { Campaign, CampaignDetail } from '../../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useCampaignsChanged, useRefetchedOnConflict } from '../use-campaigns.ts';

interface Change {
  name: string;
  policy: CampaignPolicy;
  /** Only where they are others: the file is removed with them. */
  basics?: Pick<Campaign, 'purpose' | 'agentId' | 'templateId'>;
}

/** Saves what was changed, based on the campaign as it is shown. */
export function useChangeCampaign({ id, revision }: Campaign, onSaved: () => void) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useCampaignsChanged();
  const refetched = useRefetchedOnConflict();
  const [failure, setFailure] = useState<string | null>(null);
  // What was shown when the form was opened: what others save may be fetched at any time, and nobody who was not told of it
  // overwrites it.
  const [base, setBase] = useState(revision);
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'change-campaign',
    act: (change: Change) => {
      setFailure(null);
      const body = { revision: base, ...change };
      return refetched(api.send(campaignRoutes.changeCampaign, { params: { id }, body }));
    },
    onDone: async () => {
      await changed();
      if (mounted.current) onSaved();
    },
    onFailed: (error) => {
      setFailure(sentenceOf(error));
      if (!(error instanceof ApiError && error.code === 'campaign_changed')) return;
      const known = client.getQueryData<CampaignDetail>(queryKeys.campaign(id));
      setBase(known?.campaign.revision ?? revision);
    },
  });
  return { busy, save: send, failure };
}
