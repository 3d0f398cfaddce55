import { campaignRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { Question } from '../../../ui/question.tsx';
import { useCampaignsChanged } from '../use-campaigns.ts';

interface DeleteDraftDialogProps {
  /** Null while it is closed. */
  campaign: Campaign | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDraftDialog({ campaign, onClose, onDeleted }: DeleteDraftDialogProps) {
  return (
    <Dialog open={campaign !== null} onOpenChange={(next) => !next && onClose()} title="Delete Campaign">
      {campaign !== null && <DeleteQuestion campaign={campaign} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}

function DeleteQuestion({ campaign, onClose, onDeleted }: DeleteDraftDialogProps & { campaign: Campaign }) {
  const api = useApi();
  const changed = useCampaignsChanged();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'delete-campaign',
    once: true,
    act: () => api.send(campaignRoutes.deleteCampaign, { params: { id: campaign.id } }),
    onDone: async () => {
      onDeleted();
      toast.success('Campaign deleted');
      await changed('list');
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  return (
    <Question
      {...{ action: 'Delete Campaign', doing: 'Deleting...', failed: 'Failed to delete the campaign', busy }}
      error={failure}
      holds
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {'Delete '}
        <strong>{campaign.name}</strong>
        {campaign.rows === 0
          ? '? It has no people yet.'
          : campaign.rows === 1
            ? '? Its row is deleted too.'
            : `? Its ${numberText(campaign.rows)} rows are deleted too.`}
      </p>
    </Question>
  );
}
