import { campaignRoutes, limits } from '@parley/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { type Campaign, parseRecipients, type Recipient } from '../../../../lib/parsing/campaigns.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { Button } from '../../../../ui/button.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { rowsCsv } from './rows-csv.ts';

interface DownloadRowsProps {
  campaign: Campaign;
  toFix: number;
  refused: number;
}

/** The rows that nobody is called for as a file: the columns as they were, then what is wrong. */
export function DownloadRows({ campaign, toFix, refused }: DownloadRowsProps) {
  const api = useApi();
  const [read, setRead] = useState(0);
  const { busy, send } = useSend({
    name: 'download-rows',
    act: async () => {
      setRead(0);
      const rows: Recipient[] = [];
      for (const state of ['to_fix', 'refused'] as const) {
        let after: number | undefined = 0;
        while (after !== undefined) {
          const { recipients, hasMore }: { recipients: Recipient[]; hasMore: boolean } = await api.get(
            campaignRoutes.listRecipients,
            parseRecipients,
            { params: { id: campaign.id }, query: { state, after, limit: limits.recipientsPageMax } },
          );
          rows.push(...recipients);
          setRead(rows.length);
          after = hasMore ? recipients.at(-1)?.row : undefined;
        }
      }
      return rows.toSorted((one, other) => one.row - other.row);
    },
    onDone: (rows) => {
      saveFile(`not-called-${campaign.file?.fileName ?? 'rows.csv'}`, rowsCsv(campaign, rows));
      toast.success(`${numberText(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} downloaded`);
    },
    onFailed: (error) => toast.error('Failed to download the rows.', { description: sentenceOf(error) }),
  });
  if (toFix + refused === 0) return null;
  return (
    <Button busy={busy} onClick={() => send()}>
      {!busy && <Download aria-hidden="true" className="size-4" />}
      {busy ? `Downloading... ${numberText(read)}` : 'Download Rows Not Called'}
    </Button>
  );
}
