import { campaignReportRoutes } from '@parley/contract';
import { RotateCcw } from 'lucide-react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { type Campaign, parseCampaign } from '../../../lib/parsing/campaigns.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { useCampaignsChanged } from '../use-campaigns.ts';

interface AgainButtonProps {
  campaign: Campaign;
  paths: { list: string; campaign: (id: string) => string };
}

/** Makes a draft with those who were not reached. */
export function AgainButton({ campaign, paths }: AgainButtonProps) {
  const api = useApi();
  const navigate = useNavigate();
  const changed = useCampaignsChanged();
  const { busy, send } = useSend({
    name: 'repeat-campaign',
    once: true,
    act: () => api.send(campaignReportRoutes.repeatCampaign, { params: { id: campaign.id } }),
    onDone: async (response) => {
      toast.success('A draft with those not reached was made');
      await changed('list');
      const made = parseCampaign(response);
      await navigate(made === undefined ? paths.list : paths.campaign(made.id));
    },
    onFailed: (error) => toast.error('Failed to make the campaign.', { description: sentenceOf(error) }),
  });
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <RotateCcw aria-hidden="true" className="size-4" />}
      {busy ? 'Making...' : 'Call Those Not Reached'}
    </Button>
  );
}
