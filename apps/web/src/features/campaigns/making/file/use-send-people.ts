import { type CampaignFileBody, campaignRoutes } from '@parley/contract';
import { useRef, useState } from 'react';
import { useApi } from '../../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import {
  type DescribedFile,
  parseCampaignDetail,
  parseDescribedFile,
} from '../../../../lib/parsing/campaigns.ts';
import { useMounted } from '../../../../lib/use-mounted.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { useCampaignsChanged } from '../../use-campaigns.ts';
import type { PeopleFile } from './people-file.ts';
import { rowBatches } from './row-batches.ts';
import { textDigest } from './text-digest.ts';

type Chosen = Pick<CampaignFileBody, 'columns' | 'placeholders' | 'country'>;

export interface SendInput extends Chosen {
  file: PeopleFile;
  /** Somebody has seen that other campaigns have the same file. */
  again: boolean;
}

export type SameFile = DescribedFile['sameFile'];

interface SendPeopleOptions {
  campaignId: string;
  onSent: () => void;
  /** The campaign was deleted, with what had arrived. */
  onCancelled: () => void;
}

/**
 * Describes the file, then sends its rows some at a time. A piece can be sent again, so one that gets no answer is. Whoever
 * cancels deletes the campaign: nothing of the file stays.
 */
export function useSendPeople({ campaignId, onSent, onCancelled }: SendPeopleOptions) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useCampaignsChanged();
  const cancelled = useRef(false);
  const [sent, setSent] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [sameFile, setSameFile] = useState<SameFile>([]);
  const params = { id: campaignId };

  async function describe({ file, columns, placeholders, country }: SendInput): Promise<DescribedFile> {
    const body: CampaignFileBody = {
      fileName: file.fileName,
      digest: await textDigest(file.text),
      header: [...file.header],
      rowsInFile: file.rows.length,
      ...{ columns, placeholders, country },
    };
    const described = parseDescribedFile(await api.send(campaignRoutes.setCampaignFile, { params, body }));
    if (described !== undefined) return described;
    // Taken without a word about it: the campaign knows the number of the file.
    const { campaign } = await api.get(campaignRoutes.getCampaign, parseCampaignDetail, { params });
    return { campaign, sameFile: [] };
  }

  const { busy, send } = useSend({
    name: 'send-people',
    act: async (input: SendInput): Promise<'sent' | 'cancelled' | 'left' | SameFile> => {
      cancelled.current = false;
      setSent(0);
      setError(null);
      setSameFile([]);
      const described = await describe(input);
      if (described.sameFile.length > 0 && !input.again) return described.sameFile;
      for (const rows of rowBatches(input.file.rows)) {
        if (cancelled.current) break;
        // Whoever has left the page was asked before: what has arrived stays, and is told as not complete.
        if (!mounted.current) return 'left';
        const request = { params, body: { file: described.campaign.file?.file ?? 0, rows } };
        const post = () => api.send(campaignRoutes.addCampaignRows, request);
        await post().catch((failed) => {
          if (!(failed instanceof ApiError) || failed.status !== 0) throw failed;
          return post();
        });
        setSent((before) => before + rows.length);
      }
      if (!cancelled.current) return 'sent';
      await api.send(campaignRoutes.deleteCampaign, { params });
      return 'cancelled';
    },
    onDone: async (result) => {
      if (result === 'cancelled' && mounted.current) onCancelled();
      // The next step is open once the page knows of the rows.
      await changed(result === 'cancelled' ? 'list' : 'all');
      if (result === 'cancelled' || result === 'left' || !mounted.current) return;
      if (result === 'sent') onSent();
      else setSameFile(result);
    },
    onFailed: async (failed) => {
      setCancelling(false);
      setError(sentenceOf(failed));
      await changed();
    },
  });

  function cancel(): void {
    cancelled.current = true;
    setCancelling(true);
  }

  return { busy, send, cancel, cancelling, sent, error, sameFile, forgetSame: () => setSameFile([]) };
}
