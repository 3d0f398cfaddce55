import { campaignReportRoutes, type ResultsKind } from '@parley/contract';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseCreatedExport } from '../../../lib/parsing/call-export.ts';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../lib/permissions.ts';
import { startDownload } from '../../../lib/save-file.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

/** All rows with their calls. The browser saves the file from a link while the server writes it: the page holds none of it. */
export function ResultsFile({ campaign }: { campaign: Campaign }) {
  const may = useMay();
  const api = useApi();
  const { busy, send } = useSend({
    name: 'export-campaign-results',
    act: async (kind: ResultsKind) => {
      const input = { params: { id: campaign.id }, body: { kind } };
      return parseCreatedExport(await api.send(campaignReportRoutes.createResultsFile, input));
    },
    onDone: (created) => {
      if (created === undefined) {
        toast('The file is made, but the server did not say where it is. Ask for it again.');
        return;
      }
      startDownload(created.link);
      toast.success('The download has begun');
    },
    onFailed: (error) => toast.error('Failed to save the results.', { description: sentenceOf(error) }),
  });
  if (!may(campaignReportRoutes.createResultsFile.permission)) return null;
  return (
    <Menu
      trigger={
        <Button busy={busy}>
          {!busy && <Download aria-hidden="true" className="size-4" />}
          {busy ? 'Preparing...' : 'Results File'}
        </Button>
      }
    >
      <MenuItem onSelect={() => send('people')}>A line for each person</MenuItem>
      <MenuItem onSelect={() => send('calls')}>A line for each call</MenuItem>
    </Menu>
  );
}
